import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refuseSeveralFiles } from './import-zip.tsx';

const report = new File(['x'], 'report.pdf');

it('a file input of the browser’s own takes none of several, and says so', () => {
  const said = vi.fn();
  render(<input type="file" aria-label="File" onDrop={(event) => said(refuseSeveralFiles(event))} />);
  const input = screen.getByLabelText('File');
  for (const files of [[report], [report, report]]) {
    const event = createEvent.drop(input);
    Object.defineProperty(event, 'dataTransfer', { value: { files } });
    fireEvent(input, event);
    expect(event.defaultPrevented).toBe(files.length > 1);
  }
  expect(said.mock.calls).toEqual([[''], ['You dropped 2 files, but only one can be used. Drop one file.']]);
});
