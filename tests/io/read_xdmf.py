# Prints how one of ParaView's readers understands an XDMF: for each block its bounds, then the values of its
# cells, one line each.
#   read_xdmf.py FILE READER      XDMF Reader is 2; Xdmf3 Reader S is 3S and Xdmf3 Reader T is 3T
import sys

try:
    from vtkmodules.vtkIOXdmf2 import vtkXdmfReader
    from vtkmodules.vtkIOXdmf3 import vtkXdmf3Reader
except ImportError:
    sys.exit(77)


def blocks_of(data):
    if not data.IsA("vtkCompositeDataSet"):
        yield data
        return
    iterator = data.NewIterator()
    iterator.InitTraversal()
    while not iterator.IsDoneWithTraversal():
        yield iterator.GetCurrentDataObject()
        iterator.GoToNextItem()


reader = vtkXdmfReader() if sys.argv[2] == "2" else vtkXdmf3Reader()
if sys.argv[2] != "2":
    reader.SetFileSeriesAsTime(sys.argv[2] == "3T")
reader.SetFileName(sys.argv[1])
reader.Update()
for block in blocks_of(reader.GetOutputDataObject(0)):
    print(*(int(b) for b in block.GetBounds()))
    cells = block.GetCellData().GetArray(0)
    print(*(int(cells.GetTuple1(i)) for i in range(cells.GetNumberOfTuples())) if cells else "nothing")
