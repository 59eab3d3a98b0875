import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LiveRegion, useAnnouncement } from './waits-notice.tsx';

function Announced() {
  const [announcement, announce] = useAnnouncement();
  return (
    <>
      <LiveRegion of={announcement} />
      <button onClick={() => announce('Your comment was posted.')}>Send</button>
    </>
  );
}

it('the same words again are new in the live region', () => {
  render(<Announced />);
  const send = () => fireEvent.click(screen.getByRole('button'));
  send();
  const first = screen.getByText('Your comment was posted.');
  send();
  expect(screen.getByText('Your comment was posted.')).not.toBe(first);
  expect(screen.getAllByRole('status')).toHaveLength(1);
});
