"""A benchmark with what is read from it: rates, and the shares of what the card was measured to reach."""

from __future__ import annotations

from pydantic import computed_field

from app.domain.verdict import Benchmark
from app.grading.benchmark import bound_by, gbps, gflops, intensity, reached
from app.web.roofline import Roofline, roofline

_SHORT_US = 20.0  # an H200 takes some 3 µs for a launch that does nothing, and 5 for one that does little


class BenchmarkView(Benchmark):
    """Rates in 10⁹ a second; null where the exercise states no such work, or the time was withheld."""

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def withheld(self) -> bool:
        return self.median_us is None

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def gbps(self) -> float | None:
        return gbps(self) or None

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def gflops(self) -> float | None:
        return gflops(self) or None  # a copy is stated to do none

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def of_bandwidth(self) -> float | None:
        """The share of the measured bandwidth, 1 for all of it."""
        return _share(self.gbps, self.peak_gbps)

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def of_arithmetic(self) -> float | None:
        """The share of the measured rate of arithmetic, 1 for all of it."""
        return _share(self.gflops, self.peak_gflops)

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def intensity(self) -> float | None:
        """Operations a byte, as the exercise states the work."""
        return intensity(self) or None

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def bound_by(self) -> str:
        """ "memory" or "compute": the roof that is over this work."""
        return bound_by(self)

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def reached(self) -> float | None:
        """The share of that roof, 1 for all of it."""
        return reached(self)

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def short(self) -> bool:
        """Whether much of the time is that of any launch, so that the rates say more of the case's size."""
        return self.median_us is not None and self.median_us < _SHORT_US

    def drawn(self) -> Roofline | None:
        """Its place on the card's roofline; None where bytes, operations or the time are missing."""
        if self.intensity is None or self.gflops is None:
            return None
        return roofline(self.intensity, self.gflops, self.peak_gbps, self.peak_gflops)


def _share(rate: float | None, peak: float) -> float | None:
    return rate / peak if rate is not None and peak > 0 else None
