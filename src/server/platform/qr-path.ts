import { encode } from 'uqr';

export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 2 });
  const pieces: string[] = [];
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      pieces.push(`M${start} ${y}h${x + 1 - start}v1H${start}z`);
    }
  }
  return { size, path: pieces.join('') };
}
