import type { Dash, PortShape, Spot } from './chart-port.ts';

const DASHES: Readonly<Record<Dash, readonly number[]>> = {
  solid: [],
  dotted: [1, 3],
  sparse: [1, 6],
  dashed: [5, 4],
  long: [10, 6],
};
const FONT_SIZE = '12px';
const HANDLE_PX = 4;
const HALO_PX = 4;
/** Transparency of an area, as the last two digits of its colour. */
const AREA_ALPHA = '26';

type Canvas = CanvasRenderingContext2D;

const trace = (canvas: Canvas, spots: readonly Spot[]): void => {
  canvas.beginPath();
  for (const [index, { x, y }] of spots.entries()) {
    if (index === 0) canvas.moveTo(x, y);
    else canvas.lineTo(x, y);
  }
};

const isPlaced = ({ x, y }: Spot): boolean => Number.isFinite(x) && Number.isFinite(y);

const paint = (canvas: Canvas, shape: PortShape): void => {
  canvas.strokeStyle = shape.colour;
  canvas.fillStyle =
    shape.kind === 'area' || shape.kind === 'oval' ? shape.colour + AREA_ALPHA : shape.colour;
  canvas.lineWidth = 1;
  canvas.setLineDash([]);
  switch (shape.kind) {
    case 'path':
      if (!shape.through.every(isPlaced)) return;
      canvas.lineWidth = shape.width ?? 1;
      canvas.setLineDash([...DASHES[shape.dash ?? 'solid']]);
      trace(canvas, shape.through);
      canvas.stroke();
      return;
    case 'area':
      if (!shape.around.every(isPlaced)) return;
      trace(canvas, shape.around);
      canvas.closePath();
      canvas.fill();
      return;
    case 'oval':
      if (!isPlaced(shape.middle) || !isPlaced(shape.radii)) return;
      canvas.beginPath();
      canvas.ellipse(shape.middle.x, shape.middle.y, shape.radii.x, shape.radii.y, 0, 0, 2 * Math.PI);
      canvas.fill();
      canvas.stroke();
      return;
    case 'text':
      if (!isPlaced(shape.at)) return;
      canvas.textAlign = shape.align;
      canvas.textBaseline = 'middle';
      if (shape.halo !== undefined) {
        canvas.strokeStyle = shape.halo;
        canvas.lineWidth = HALO_PX;
        canvas.lineJoin = 'round';
        canvas.strokeText(shape.text, shape.at.x, shape.at.y);
      }
      canvas.fillText(shape.text, shape.at.x, shape.at.y);
      return;
    case 'handle':
      if (!isPlaced(shape.at)) return;
      canvas.fillRect(shape.at.x - HANDLE_PX, shape.at.y - HANDLE_PX, 2 * HANDLE_PX, 2 * HANDLE_PX);
  }
};

/** Paint shapes onto a canvas. One at a place that the axis does not have is left out. */
export const paintShapes = (canvas: Canvas, shapes: readonly PortShape[], fontFamily: string): void => {
  canvas.save();
  canvas.font = `${FONT_SIZE} ${fontFamily}`;
  for (const shape of shapes) paint(canvas, shape);
  canvas.restore();
};
