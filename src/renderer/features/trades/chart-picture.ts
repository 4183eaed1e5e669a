/** Widest picture, in pixels: a chart fits into a megabyte then. */
const MOST_WIDTH = 1_200;

/** The chart inside an element as a PNG in base64; null where nothing is drawn. A chart has several canvases. */
export const chartPicture = (element: HTMLElement): string | null => {
  const canvases = [...element.querySelectorAll('canvas')].filter(({ width, height }) => width * height > 0);
  if (canvases.length === 0) return null;
  const boxes = canvases.map((canvas) => canvas.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.right)) - left;
  const height = Math.max(...boxes.map((box) => box.bottom)) - top;
  const scale = Math.min(1, MOST_WIDTH / width);
  const whole = document.createElement('canvas');
  [whole.width, whole.height] = [Math.round(width * scale), Math.round(height * scale)];
  const pen = whole.getContext('2d');
  if (!pen) return null;
  pen.fillStyle = getComputedStyle(element).backgroundColor;
  pen.fillRect(0, 0, whole.width, whole.height);
  for (const [at, canvas] of canvases.entries()) {
    const box = boxes[at];
    if (!box) continue;
    const place = [box.left - left, box.top - top, box.width, box.height].map((one) => one * scale);
    pen.drawImage(canvas, ...(place as [number, number, number, number]));
  }
  return whole.toDataURL('image/png').split(',')[1] ?? null;
};
