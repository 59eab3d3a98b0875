import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { FileField } from './file-field.tsx';

const report = new File(['x'.repeat(12_288)], 'report.pdf');

function Example({ first = null, disabled = false }: { first?: File | null; disabled?: boolean }) {
  const [file, setFile] = useState(first);
  return <FileField label="File" hint="One file" file={file} onChange={setFile} disabled={disabled} />;
}
const input = () => screen.getByLabelText<HTMLInputElement>('File');

function drop(...files: File[]): void {
  const zone = input().parentElement!;
  const event = createEvent.drop(zone);
  Object.defineProperty(event, 'dataTransfer', { value: { files } });
  fireEvent(zone, event);
}

it('shows the name and size of what was picked', async () => {
  render(<Example />);
  expect(screen.queryByRole('button')).toBeNull();
  await userEvent.upload(input(), report);
  expect(screen.getByText('report.pdf')).toBeTruthy();
  expect(screen.getByText('12 KB')).toBeTruthy();
});

it('takes a dropped file', () => {
  render(<Example />);
  drop(report);
  expect(screen.getByText('report.pdf')).toBeTruthy();
});

it('of several dropped files says which one is selected, until another is', async () => {
  render(<Example />);
  drop(report, new File(['y'], 'slides.pdf'), new File(['z'], 'notes.txt'));
  expect(screen.getByText(/^You dropped/).textContent).toBe(
    'You dropped 3 files, but only one can be sent. “report.pdf” is selected. To send several, pack them into one ZIP file.',
  );
  const first = screen.getByText(/^You dropped/);
  drop(report, new File(['y'], 'slides.pdf'), new File(['z'], 'notes.txt'));
  expect(screen.getByText(/^You dropped/), 'said again').not.toBe(first);
  await userEvent.upload(input(), new File(['y'], 'slides.pdf'));
  expect(screen.queryByText(/^You dropped/)).toBeNull();
});

it('forgets a dropped file and takes no other while it is disabled', () => {
  render(<Example disabled />);
  drop(report);
  expect(screen.queryByText('report.pdf')).toBeNull();
});

it('can be emptied again, the input too', async () => {
  render(<Example />);
  await userEvent.upload(input(), report);
  await userEvent.click(screen.getByRole('button', { name: 'Remove the file' }));
  expect(screen.queryByText('report.pdf')).toBeNull();
  expect(input().value).toBe('');
});

it('its error belongs to the input', () => {
  render(<FileField label="File" file={report} error="This file is too large." onChange={() => {}} />);
  expect(input().getAttribute('aria-invalid')).toBe('true');
  const described = document.getElementById(input().getAttribute('aria-describedby')!);
  expect(described?.textContent).toBe('This file is too large.');
});
