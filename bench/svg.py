"""Charts as SVG text: points over logarithmic axes, and bars. Only what bench/plots needs."""

import html
import math

INK, FAINT, GRID = "#333333", "#8a8a8a", "#e4e4e4"
COLOURS = ["#2166ac", "#b2182b", "#1b7837"]
FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'


def escaped(text):
    return html.escape(str(text), quote=True)


class Chart:
    """A frame with a title, axes and whatever is drawn into it. Coordinates grow to the right and
    upwards, from (0, 0) to (1, 1) inside the frame."""

    LEFT, TOP, RIGHT, BOTTOM = 66, 50, 20, 52

    def __init__(self, title, x_title, y_title, width=330, height=330):
        self.width, self.height = width, height
        self.parts = []
        full_width = self.LEFT + width + self.RIGHT
        full_height = self.TOP + height + self.BOTTOM
        self.head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{full_width}" '
                     f'height="{full_height}" viewBox="0 0 {full_width} {full_height}" {FONT}>\n'
                     f'<rect width="{full_width}" height="{full_height}" fill="white"/>\n')
        for number, line in enumerate(title.split("\n")):
            self.text(0, 1, line, dx=-self.LEFT + 14, dy=-30 + 16 * number, size=13 - 2 * number,
                      colour=FAINT if number else INK)
        self.text(0.5, 0, x_title, dy=40, anchor="middle")
        middle = self.TOP + height / 2
        self.parts.append(f'<text x="16" y="{middle:.1f}" font-size="11" fill="{INK}" '
                          f'text-anchor="middle" transform="rotate(-90 16 {middle:.1f})">'
                          f'{escaped(y_title)}</text>')

    def place(self, x, y):
        return self.LEFT + x * self.width, self.TOP + (1 - y) * self.height

    def text(self, x, y, text, dx=0, dy=0, size=11, anchor="start", colour=INK):
        at_x, at_y = self.place(x, y)
        self.parts.append(f'<text x="{at_x + dx:.1f}" y="{at_y + dy:.1f}" font-size="{size}" '
                          f'fill="{colour}" text-anchor="{anchor}">{escaped(text)}</text>')

    def line(self, x1, y1, x2, y2, colour=GRID, width=1.0, dash=""):
        (ax, ay), (bx, by) = self.place(x1, y1), self.place(x2, y2)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<line x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" '
                          f'stroke="{colour}" stroke-width="{width}"{dashes}/>')

    def point(self, x, y, label, colour=COLOURS[0], is_hollow=False):
        at_x, at_y = self.place(x, y)
        fill = "white" if is_hollow else colour
        opacity = 1 if is_hollow else 0.6
        self.parts.append(f'<circle cx="{at_x:.1f}" cy="{at_y:.1f}" r="4" fill="{fill}" '
                          f'fill-opacity="{opacity}" stroke="{colour}"><title>{escaped(label)}'
                          f'</title></circle>')

    def bar(self, x1, x2, y, label, colour=COLOURS[0]):
        (ax, ay), (bx, by) = self.place(x1, y), self.place(x2, 0)
        self.parts.append(f'<rect x="{ax + 1:.1f}" y="{ay:.1f}" width="{bx - ax - 2:.1f}" '
                          f'height="{by - ay:.1f}" fill="{colour}" fill-opacity="0.8"><title>'
                          f'{escaped(label)}</title></rect>')

    def frame(self):
        for x1, y1, x2, y2 in (0, 0, 1, 0), (0, 0, 0, 1):
            self.line(x1, y1, x2, y2, INK)

    def written_to(self, path):
        path.write_text(self.head + "\n".join(self.parts) + "\n</svg>\n")


class LogAxis:
    """Maps values between two powers of a number onto 0 … 1."""

    def __init__(self, values, base=10):
        self.base = base
        self.low = math.floor(math.log(min(values), base) + 1e-9)
        self.high = max(math.ceil(math.log(max(values), base) - 1e-9), self.low + 1)

    def at(self, value):
        return (math.log(value, self.base) - self.low) / (self.high - self.low)

    def ticks(self):
        return [float(self.base) ** power for power in range(self.low, self.high + 1)]

    def draw(self, chart, label, is_vertical):
        for tick in self.ticks():
            at = self.at(tick)
            if is_vertical:
                chart.line(0, at, 1, at)
                chart.text(0, at, label(tick), dx=-6, dy=4, anchor="end")
            else:
                chart.line(at, 0, at, 1)
                chart.text(at, 0, label(tick), dy=17, anchor="middle")


def seconds_text(seconds):
    """1 ms, 10 s."""
    for unit, scale in ("s", 1), ("ms", 1e-3), ("µs", 1e-6):
        if seconds >= scale * 0.999:
            return f"{seconds / scale:.0f} {unit}"
    return f"{seconds:.0e} s"


def fitted_power(points):
    """The exponent and factor of factor · x^exponent: least squares over the logarithms."""
    logs = [(math.log(x), math.log(y)) for x, y in points]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    exponent = (sum((x - mean_x) * (y - mean_y) for x, y in logs) /
                sum((x - mean_x) ** 2 for x, _ in logs))
    return exponent, math.exp(mean_y - exponent * mean_x)
