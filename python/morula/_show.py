"""Pictures for notebooks."""

import base64


class Shown:
    """A picture and its legend for notebooks; `picture` is an array, and `legend` is SVG."""

    def __init__(self, picture, legend, png):
        self.picture = picture
        self.legend = legend
        self._png = png

    def _repr_png_(self):
        return self._png

    def _repr_html_(self):
        png = base64.b64encode(self._png).decode()
        return (f'<div style="display:flex;gap:12px"><img style="image-rendering:pixelated" src="data:image/png;base64,{png}">'
                f"<div>{self.legend}</div></div>")

    def __repr__(self):
        height, width = self.picture.shape[:2]
        return f"<picture of {width} × {height} pixels>"
