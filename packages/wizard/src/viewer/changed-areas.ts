/** In pixels; `right` and `bottom` are the first ones outside. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Pixels per side of a cell. What is less than about two cells apart is one area. */
const size = 8;
/** Smoothing may differ between two drawings of the same line, by less than this. */
const threshold = 96;

/** Rectangles around everything that differs between two images with four bytes per pixel. */
export function changedAreas(
  image: ArrayLike<number>,
  before: ArrayLike<number>,
  width: number,
  height: number,
): readonly Area[] {
  const columns = Math.ceil(width / size);
  const rows = Math.ceil(height / size);
  const cells = changedCells(image, before, width, height);
  const areas: Area[] = [];
  for (let cell = 0; cell < cells.length; cell += 1)
    if (cells[cell] === 1) areas.push(areaFrom(cells, cell, columns, rows));
  return areas;
}

/** 1 for each cell with a difference, and for the cells around it. */
function changedCells(
  image: ArrayLike<number>,
  before: ArrayLike<number>,
  width: number,
  height: number,
): Uint8Array {
  const columns = Math.ceil(width / size);
  const rows = Math.ceil(height / size);
  const cells = new Uint8Array(columns * rows);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    // Forms are black on white: one of the three colors is enough.
    const green = pixel * 4 + 1;
    if (Math.abs((image[green] ?? 0) - (before[green] ?? 0)) < threshold) continue;
    const x = Math.floor((pixel % width) / size);
    const y = Math.floor(pixel / width / size);
    for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row += 1)
      cells.fill(1, row * columns + Math.max(0, x - 1), row * columns + Math.min(columns, x + 2));
  }
  return cells;
}

/** The area of all cells that are connected with one. Clears them. */
function areaFrom(cells: Uint8Array, first: number, columns: number, rows: number): Area {
  let [left, top, right, bottom] = [columns, rows, 0, 0];
  const open = [first];
  cells[first] = 0;
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    const x = cell % columns;
    const y = Math.floor(cell / columns);
    [left, top, right, bottom] = [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x + 1),
      Math.max(bottom, y + 1),
    ];
    const near = [x > 0 ? cell - 1 : -1, x < columns - 1 ? cell + 1 : -1, cell - columns, cell + columns];
    for (const next of near) {
      if (cells[next] !== 1) continue;
      cells[next] = 0;
      open.push(next);
    }
  }
  return { left: left * size, top: top * size, right: right * size, bottom: bottom * size };
}
