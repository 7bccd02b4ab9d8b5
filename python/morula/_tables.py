"""Tables: DataFrames if pandas is installed, otherwise dictionaries of arrays."""

import csv

import numpy as np

try:
    import pandas
except ImportError:
    pandas = None


def table_of(columns):
    """Makes a table of (name, array) pairs, or of the library's columns."""
    arrays = {name: np.asarray(numbers) for name, numbers in columns}
    return pandas.DataFrame(arrays) if pandas else arrays


def _array_of(cells):
    try:
        return np.array([int(cell) for cell in cells], dtype=np.int64)
    except ValueError:
        pass
    try:
        return np.array([float(cell) if cell else np.nan for cell in cells])
    except ValueError:
        return np.array(cells)


def read_csv(path):
    """Reads a CSV file as a table; an empty cell is NaN."""
    if pandas:
        return pandas.read_csv(path)
    with open(path, newline="", encoding="utf-8") as file:
        names, *rows = list(csv.reader(file))
    return {name: _array_of([row[i] for row in rows]) for i, name in enumerate(names)}


def stacked(tables, key, values):
    """Joins tables vertically, with a first column `key` that has the value of each table."""
    if pandas:
        if not tables:
            return pandas.DataFrame({key: []})
        parts = [table.assign(**{key: value}) for table, value in zip(tables, values)]
        joined = pandas.concat(parts, ignore_index=True)
        return joined[[key] + [name for name in joined.columns if name != key]]
    if not tables:
        return {key: np.array([])}
    counts = [len(next(iter(table.values()))) for table in tables]
    joined = {key: np.repeat(np.asarray(values), counts)}
    for name in tables[0]:
        joined[name] = np.concatenate([table[name] for table in tables])
    return joined
