/** The size of every chart, in its own units; it is scaled to the width of the page. */
export const CHART = { width: 440, height: 150, left: 52, bottom: 20, top: 8 } as const;

/** A round number that is at least as large as the highest value. */
export function roundTop(highest: number): number {
  if (highest <= 1) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 5, 10].map((step) => step * magnitude).find((top) => top >= highest) ?? highest;
}

/** The y of a value, on a scale from 0 to `top`. */
export function heightOf(value: number, top: number): number {
  const space = CHART.height - CHART.bottom - CHART.top;
  return CHART.top + space * (1 - value / top);
}

/** The x of the middle of a column. */
export function middleOf(index: number, count: number): number {
  return CHART.left + ((CHART.width - CHART.left) * (index + 0.5)) / count;
}
