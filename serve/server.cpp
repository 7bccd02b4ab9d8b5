#include "serve/server.h"

// Asio of Boost 1.74 uses std::exchange without including it.
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <chrono>
#include <deque>
#include <optional>
#include <thread>

#include "core/error.h"
#include "serve/gate.h"
#include "serve/message.h"
#include "serve/own_address.h"

namespace morula::serve {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = net::ip::tcp;
using beast::error_code;

constexpr const char* policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src "
    "'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

using Response = http::response<http::string_body>;

Response response_of(unsigned status, const std::string& type, std::string body) {
  Response response(static_cast<http::status>(status), 11);
  response.set(http::field::content_type, type + "; charset=utf-8");
  response.set(http::field::cache_control, "no-store");
  response.set("Content-Security-Policy", policy);
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  response.keep_alive(false);
  response.body() = std::move(body);
  response.prepare_payload();
  return response;
}

// A page that says why the request was refused.
Response status_page(unsigned status, const std::string& why) {
  return response_of(status, "text/html",
                     "<!doctype html><html lang=\"en\"><title>morula view</title><h1>morula view</h1><p>" +
                         why + ".</p></html>\n");
}

struct Outgoing {
  std::string bytes;
  bool is_binary = false;
};

}  // namespace

// Only the thread of the server may use it, except for `post`.
class Server::Parts {
 public:
  explicit Parts(ServerOptions chosen) : options_(std::move(chosen)), acceptor_(context_) {
    try {
      const tcp::endpoint end(net::ip::make_address(options_.listen), options_.port);
      acceptor_.open(end.protocol());
      acceptor_.set_option(net::socket_base::reuse_address(true));
      acceptor_.bind(end);
      acceptor_.listen();
    } catch (const boost::system::system_error& error) {
      throw SpecError({}, "--listen",
                      options_.listen + " port " + std::to_string(options_.port) + ": " +
                          error.code().message() + "; choose another with --listen ADDRESS and --port N");
    }
  }

  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  const ServerOptions& options() const { return options_; }

  void begin(Host& host) {
    host_ = &host;
    accept();
    thread_ = std::thread([this] { context_.run(); });
  }

  void end() {
    if (!thread_.joinable()) return;
    net::post(context_, [this] {
      error_code ignored;
      acceptor_.close(ignored);
      host_ = nullptr;
      context_.stop();
    });
    thread_.join();
    clients_.clear();
  }

  template <typename Work>
  void post(Work work) {
    net::post(context_, std::move(work));
  }

  class Connection;
  class Client;
  void send(ClientId id, Outgoing outgoing);
  void send_all(const std::string& json, bool newest);

 private:
  void accept();

  ServerOptions options_;
  net::io_context context_{1};
  tcp::acceptor acceptor_;
  Host* host_ = nullptr;
  std::map<ClientId, std::shared_ptr<Client>> clients_;
  std::size_t connections_ = 0;
  ClientId last_id_ = 0;
  std::thread thread_;
};

// A page that is connected by a WebSocket.
class Server::Parts::Client : public std::enable_shared_from_this<Client> {
 public:
  Client(Parts& parts, beast::tcp_stream stream, ClientId id)
      : parts_(parts), id_(id), socket_(std::move(stream)) {
    ++parts_.connections_;
  }
  ~Client() { --parts_.connections_; }

  void begin(const http::request<http::empty_body>& request) {
    beast::get_lowest_layer(socket_).expires_never();
    socket_.set_option(
        websocket::stream_base::timeout{std::chrono::seconds(10), std::chrono::seconds(60), true});
    socket_.read_message_max(largest_message);
    socket_.auto_fragment(false);
    socket_.async_accept(request, [self = shared_from_this()](error_code failed) {
      if (failed || !self->parts_.host_) return self->leave();
      self->has_joined_ = true;
      self->parts_.host_->join(self->id_);
      self->read();
    });
  }

  void send(Outgoing outgoing) {
    waiting_bytes_ += outgoing.bytes.size();
    if (waiting_bytes_ > most_bytes_waiting) return close();
    waiting_.push_back(std::move(outgoing));
    write();
  }
  void send_newest(const std::string& status) {
    newest_ = status;
    write();
  }

  void close() {
    if (is_closing_) return;
    is_closing_ = true;
    beast::get_lowest_layer(socket_).close();
  }

 private:
  void read() {
    socket_.async_read(buffer_, [self = shared_from_this()](error_code failed, std::size_t) {
      if (failed || !self->parts_.host_ || !self->may_speak() || !self->socket_.got_text())
        return self->leave();
      const std::string text = beast::buffers_to_string(self->buffer_.data());
      self->buffer_.consume(self->buffer_.size());
      try {
        self->parts_.host_->receive(self->id_, text);
      } catch (const std::exception&) {
        return self->leave();
      }
      self->read();
    });
  }

  // A token bucket: it fills with time, and each message takes one token.
  bool may_speak() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - filled_at_).count();
    filled_at_ = now;
    messages_left_ = std::min(messages_left_ + seconds * most_messages_a_second, most_messages_a_second);
    messages_left_ -= 1;
    return messages_left_ >= 0;
  }

  void write() {
    if (is_writing_ || is_closing_ || !has_joined_) return;
    if (!waiting_.empty()) {
      written_ = std::move(waiting_.front());
      waiting_.pop_front();
      waiting_bytes_ -= written_.bytes.size();
    } else if (newest_) {
      written_ = {*std::exchange(newest_, std::nullopt), false};
    } else {
      return;
    }
    is_writing_ = true;
    socket_.binary(written_.is_binary);
    socket_.async_write(net::buffer(written_.bytes),
                        [self = shared_from_this()](error_code failed, std::size_t) {
                          self->is_writing_ = false;
                          failed ? self->leave() : self->write();
                        });
  }

  void leave() {
    close();
    if (has_left_) return;
    has_left_ = true;
    if (has_joined_ && parts_.host_) parts_.host_->leave(id_);
    const auto self = shared_from_this();
    parts_.clients_.erase(id_);
  }

  Parts& parts_;
  ClientId id_;
  websocket::stream<beast::tcp_stream> socket_;
  beast::flat_buffer buffer_;
  std::deque<Outgoing> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::optional<std::string> newest_;
  Outgoing written_;
  bool has_joined_ = false, is_writing_ = false, is_closing_ = false, has_left_ = false;
  double messages_left_ = most_messages_a_second;
  std::chrono::steady_clock::time_point filled_at_ = std::chrono::steady_clock::now();
};

// A connection until its request is answered, or until it becomes a client.
class Server::Parts::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Parts& parts, tcp::socket socket) : parts_(parts), stream_(std::move(socket)) {
    ++parts_.connections_;
  }
  ~Connection() { --parts_.connections_; }

  void begin() {
    constexpr std::uint32_t largest_header = 8192;
    parser_.header_limit(largest_header);
    parser_.body_limit(0);
    stream_.expires_after(std::chrono::seconds(10));
    http::async_read(stream_, buffer_, parser_, [self = shared_from_this()](error_code failed, std::size_t) {
      if (!failed) self->answer();
    });
  }

 private:
  void answer() {
    const auto& request = parser_.get();
    const auto text = [](const auto& words) { return std::string_view(words.data(), words.size()); };
    const bool is_socket = websocket::is_upgrade(request);
    const Gate gate{parts_.options_.token, parts_.options_.listen};
    const std::string_view target = text(request.target());
    if (const auto refused =
            gate.refusal({text(request.method_string()), target, text(request[http::field::host]),
                          text(request[http::field::origin]), is_socket}))
      return send(status_page(refused->status, refused->why));
    const std::string_view name = Gate::name_in(target);
    if (is_socket)
      return name == "socket" ? connect() : send(status_page(404, "There is no file of this name"));
    const auto file = parts_.options_.files.find(name);
    if (file == parts_.options_.files.end()) return send(status_page(404, "There is no file of this name"));
    send(response_of(200, file->second.type, file->second.body));
  }

  void connect() {
    if (parts_.clients_.size() >= most_clients)
      return send(status_page(503, "No more pages can be open at the same time; close one of them"));
    const ClientId id = ++parts_.last_id_;
    const auto client = std::make_shared<Client>(parts_, std::move(stream_), id);
    parts_.clients_.emplace(id, client);
    client->begin(parser_.get());
  }

  void send(Response response) {
    response_ = std::move(response);
    http::async_write(stream_, response_, [self = shared_from_this()](error_code, std::size_t) {
      error_code ignored;
      self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    });
  }

  Parts& parts_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  http::request_parser<http::empty_body> parser_;
  Response response_;
};

void Server::Parts::accept() {
  acceptor_.async_accept([this](error_code failed, tcp::socket socket) {
    if (!acceptor_.is_open()) return;
    if (!failed && connections_ < most_connections)
      std::make_shared<Connection>(*this, std::move(socket))->begin();
    accept();
  });
}

void Server::Parts::send(ClientId id, Outgoing outgoing) {
  const auto client = clients_.find(id);
  if (client != clients_.end()) client->second->send(std::move(outgoing));
}

void Server::Parts::send_all(const std::string& json, bool newest) {
  for (const auto& [id, client] : std::map(clients_))
    newest ? client->send_newest(json) : client->send({json, false});
}

Server::Server(ServerOptions options) : parts_(std::make_unique<Parts>(std::move(options))) {}
Server::~Server() { end(); }
std::uint16_t Server::port() const { return parts_->port(); }
void Server::begin(Host& host) { parts_->begin(host); }
void Server::end() { parts_->end(); }

std::string Server::address() const {
  const std::string listen = reachable_address(parts_->options().listen);
  const std::string name = listen.find(':') == std::string::npos ? listen : "[" + listen + "]";
  return "http://" + name + ":" + std::to_string(port()) + "/" + parts_->options().token + "/";
}

void Server::tell(ClientId client, std::string json) {
  parts_->post([parts = parts_.get(), client, words = std::move(json)]() mutable {
    parts->send(client, {std::move(words), false});
  });
}

void Server::tell_all(std::string json) {
  parts_->post([parts = parts_.get(), words = std::move(json)] { parts->send_all(words, false); });
}

void Server::tell_all_newest(std::string status) {
  parts_->post([parts = parts_.get(), words = std::move(status)] { parts->send_all(words, true); });
}

void Server::hand_over(ClientId client, std::string json, std::string bytes) {
  std::string framed;
  for (int shift = 0; shift < 32; shift += 8) framed += static_cast<char>(json.size() >> shift & 255);
  framed += json;
  framed += bytes;
  parts_->post([parts = parts_.get(), client, message = std::move(framed)]() mutable {
    parts->send(client, {std::move(message), true});
  });
}

}  // namespace morula::serve
