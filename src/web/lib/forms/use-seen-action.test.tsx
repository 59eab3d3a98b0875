import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { press } from '#support/form-steps';
import { renderWithRouter } from '#support/render-screen';
import { ActionForm } from '../../ui/action-form.tsx';
import { CallError } from '../calls/call-error.ts';
import { browserAction } from './form-action.ts';
import type { Fields } from './form-fields.ts';
import { useSeenAction } from './use-seen-action.ts';

type Seen = { name: string; text: string | null };

const seen: Seen = { name: 'ok', text: 'Old' };
const message = 'This was changed in the meantime. It is not removed yet.';
const conflict = (current?: object) => new CallError(409, 'conflict', message, null, current);

/** What the page shows is another thing once it is loaded again. */
function Removal({ onRefused }: { onRefused: () => void }) {
  const [shown, setShown] = useState(seen);
  const form = useSeenAction({
    formName: 'remove',
    target: { id: '7' },
    hidden: { by: 'list' },
    seen: shown,
    onRefused,
  });
  return (
    <>
      <ActionForm
        form={form}
        button="Remove"
        conflict={form.changed && <p>{`Now: ${form.changed.text}`}</p>}
      />
      <button type="button" onClick={() => setShown({ name: 'ok', text: 'Newest' })}>
        Load again
      </button>
    </>
  );
}

async function open() {
  const sent: Fields[] = [];
  const answer = vi.fn<() => object>(() => ({ done: true }));
  const onRefused = vi.fn();
  const action = browserAction(async (_, { fields }) => {
    sent.push(fields);
    return answer();
  });
  await renderWithRouter(<Removal onRefused={onRefused} />, '/', action);
  const refuse = (current?: object) =>
    answer.mockImplementationOnce(() => {
      throw conflict(current);
    });
  const remove = async () => {
    const before = sent.length;
    press('Remove');
    await waitFor(() => expect(sent).toHaveLength(before + 1));
    return JSON.parse(sent.at(-1)?.['began'] ?? 'null') as unknown;
  };
  return { sent, refuse, remove, onRefused };
}

it('says what was seen, and after a refusal what was shown then', async () => {
  const { sent, refuse, remove, onRefused } = await open();
  refuse({ name: 'ok', text: 'New', author: 'Asha' });
  expect(await remove()).toEqual(seen);
  expect((await screen.findByText('Now: New')).closest('[role=alert]')?.textContent).toContain(message);
  expect(onRefused).toHaveBeenCalledOnce();
  // Without the members that were not seen.
  expect(await remove()).toEqual({ name: 'ok', text: 'New' });
  expect(sent[1]).toMatchObject({ act: 'remove', id: '7', by: 'list' });
});

it('follows each further change', async () => {
  const { refuse, remove } = await open();
  refuse({ name: 'ok', text: 'New' });
  await remove();
  await screen.findByText('Now: New');
  refuse({ name: 'ok', text: 'Newer' });
  expect(await remove()).toEqual({ name: 'ok', text: 'New' });
  await screen.findByText('Now: Newer');
  expect(await remove()).toEqual({ name: 'ok', text: 'Newer' });
});

it('what is gone was seen as nothing', async () => {
  const { refuse, remove } = await open();
  refuse({ name: 'ok' });
  await remove();
  await screen.findByText('Now: null');
  expect(await remove()).toEqual({ name: 'ok', text: null });
});

it('a page that is loaded again shows, and acts on, what it shows', async () => {
  const { refuse, remove } = await open();
  refuse({ name: 'ok', text: 'New' });
  await remove();
  await screen.findByText('Now: New');
  press('Load again');
  await waitFor(() => expect(screen.queryByText('Now: New')).toBeNull());
  expect(await remove()).toEqual({ name: 'ok', text: 'Newest' });
});

it('another refusal is no newer text', async () => {
  const { refuse, remove } = await open();
  refuse();
  await remove();
  await screen.findByText(message);
  expect(screen.queryByText(/^Now:/)).toBeNull();
  expect(await remove()).toEqual(seen);
});
