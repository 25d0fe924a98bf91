"""The covering list of products: every mode is in it, with every bus, and all can be built."""

from aesculus.design import modes
from aesculus.studies.verify_products.products import netlists, products


def test_every_mode_is_covered_by_products_that_can_be_built() -> None:
    found = [build.design for build in products()]
    for design in found:
        design.check()
    assert {design.fields["mode"] for design in found} == set(modes())
    widths = {design.fields.get("bus_bits") for design in found}
    assert widths == {None, 8, 32, 64, 128, 256, 512}
    assert len({design.label for design in found}) == len(found)
    assert {build.design.fields["mode"] for build in netlists()} == set(modes())
