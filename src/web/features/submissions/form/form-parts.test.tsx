import { createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { readZip } from '#support/read-zip';
import { SubmissionFile } from './form-parts.tsx';
import { foldersAreNotTaken } from './packing/pack-rules.ts';
import { usePack } from './packing/use-pack.ts';

const none: readonly File[] = [];
let sent: File | null = null;

function Example() {
  const [files, setFiles] = useState(none);
  const pack = usePack(files, 'week-2', null);
  return (
    <form>
      <SubmissionFile files={files} pack={pack} onChange={setFiles} disabled={false} />
      <button type="button" onClick={() => void pack.whenReady().then((file) => (sent = file))}>
        Submit
      </button>
    </form>
  );
}

const file = (name: string, type = '') => new File([name], name, { type, lastModified: 7 });
const input = () => screen.getByLabelText<HTMLInputElement>('File');
const rows = () => screen.getAllByRole('listitem').map((row) => row.firstChild?.firstChild?.textContent);
const namesIn = async (zip: File) => [...readZip(Buffer.from(await zip.arrayBuffer())).keys()];

it('lists several files, takes one out, adds more, and packs them', async () => {
  const user = userEvent.setup();
  render(<Example />);
  await user.upload(input(), file('a.txt'));
  expect(screen.getByRole('button', { name: 'Remove the file' })).toBeTruthy();
  await user.upload(input(), [file('a.txt'), file('image.jpg', 'image/jpeg'), file('b.heic')]);
  expect(rows()).toEqual(['a.txt', 'image.jpg', 'b.heic']);
  expect(input().files).toHaveLength(0);
  // This browser decodes no photo, and says what follows.
  expect(await screen.findAllByText(/so it is sent unchanged/)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Remove image.jpg' }));
  expect(rows()).toEqual(['a.txt', 'b.heic']);
  expect(document.activeElement).toBe(input());
  expect(await screen.findByText(/^2 files will be sent as week-2\.zip/)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await expect.poll(() => sent?.name).toBe('week-2.zip');
  const first = sent as unknown as File;
  expect(await namesIn(first)).toEqual(['a.txt', 'b.heic']);
  // 1 January 1980, whenever it is packed.
  expect(new DataView(await first.arrayBuffer()).getUint32(10, true)).toBe(0x00210000);
  sent = null;
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await expect.poll(() => sent).not.toBeNull();
  const again = sent as unknown as File;
  expect([await again.text(), again.lastModified]).toEqual([await first.text(), 7]);

  await user.click(screen.getByRole('button', { name: 'Remove a.txt' }));
  expect(screen.queryByRole('list')).toBeNull();
  expect(within(input().parentElement!).getByText('b.heic')).toBeTruthy();
  expect(screen.getByText('This photo is sent unchanged, with its location data.')).toBeTruthy();
});

it('says at once what cannot be sent, and takes a smaller file instead of a large one', async () => {
  render(<Example />);
  const pick = (files: File[]) => fireEvent.change(input(), { target: { files } });
  const large = (name: string, megabytes: number) =>
    Object.defineProperty(file(name), 'size', { value: megabytes * 1024 * 1024 });
  pick([large('a.mp4', 65)]);
  expect(screen.getByText('This file is larger than 64 MB. Choose a smaller one.')).toBeTruthy();
  pick([large('b.mp4', 40)]);
  expect(screen.queryByText('a.mp4')).toBeNull();
  pick([large('c.mp4', 30)]);
  expect(screen.getByText('Together these files are larger than 64 MB. Remove some.')).toBeTruthy();
  expect(screen.queryByText(/^Preparing/)).toBeNull();
  pick(Array.from({ length: 101 }, (_, n) => file(`${n}.txt`)));
  expect(screen.getByText('Up to 100 files can be sent at once. Remove 3.')).toBeTruthy();
});

it('adds what is dropped, without folders', () => {
  render(<Example />);
  const zone = input().parentElement!;
  const entry = (isDirectory: boolean) => ({ webkitGetAsEntry: () => ({ isDirectory }) });
  const event = createEvent.drop(zone);
  Object.defineProperty(event, 'dataTransfer', {
    value: {
      files: ['src', 'a.txt', 'b.txt'].map((name) => file(name)),
      items: [true, false, false].map(entry),
    },
  });
  fireEvent(zone, event);
  expect(rows()).toEqual(['a.txt', 'b.txt']);
  expect(screen.getByText(foldersAreNotTaken)).toBeTruthy();
});

it('names a file that is gone, and sends once it is back', async () => {
  render(<Example />);
  sent = null;
  const gone = file('gone.txt');
  const { slice } = gone;
  gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotFoundError')) }) as Blob;
  fireEvent.change(input(), { target: { files: [file('a.txt'), gone] } });
  expect(await screen.findByText(/“gone\.txt” can no longer be read/)).toBeTruthy();
  gone.slice = slice;
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await expect.poll(() => sent?.name).toBe('week-2.zip');
});
