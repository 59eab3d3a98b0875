import { createEvent, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithRouter } from '#support/render-screen';
import { ImportZip } from './import-zip.tsx';

const report = new File(['x'], 'report.pdf');

it('a file input of the browser’s own takes none of several, and says so each time', async () => {
  await renderWithRouter(<ImportZip />);
  const input = screen.getByLabelText(/^ZIP file/);
  const drop = (...files: File[]) => {
    const event = createEvent.drop(input);
    Object.defineProperty(event, 'dataTransfer', { value: { files } });
    fireEvent(input, event);
    return { isTaken: !event.defaultPrevented, message: screen.queryByText(/^You dropped/) };
  };
  expect(drop(report)).toEqual({ isTaken: true, message: null });
  const first = drop(report, report);
  expect(first.isTaken).toBe(false);
  expect(first.message?.textContent).toBe('You dropped 2 files, but only one can be used. Drop one file.');
  expect(drop(report, report).message).not.toBe(first.message);
});
