# What VTK makes of an XDMF: for each block its bounds, then the values of its cells, one line each.
import sys

try:
    from vtkmodules.vtkIOXdmf2 import vtkXdmfReader
except ImportError:
    sys.exit(77)


def blocks_of(data):
    if data.IsA("vtkMultiBlockDataSet"):
        for i in range(data.GetNumberOfBlocks()):
            yield from blocks_of(data.GetBlock(i))
    else:
        yield data


reader = vtkXdmfReader()
reader.SetFileName(sys.argv[1])
reader.Update()
for block in blocks_of(reader.GetOutputDataObject(0)):
    print(*(int(b) for b in block.GetBounds()))
    cells = block.GetCellData().GetArray(0)
    print(*(int(cells.GetTuple1(i)) for i in range(cells.GetNumberOfTuples())))
