import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { press } from '#support/form-steps';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { CallError } from '../calls/call-error.ts';
import { refuseInvalid, type RefusedForm } from './form-action.ts';
import { FormKeyContext } from './idempotency-key.ts';
import { useForm, type Sent } from './use-form.ts';

type Send = (sent: Sent) => Promise<object | RefusedForm | null | void>;

function Note({ send, onDone }: { send: Send; onDone?: () => void }) {
  const form = useForm({
    name: 'note',
    target: { student: 'S1' },
    isReady: ({ text = '' }) =>
      refuseInvalid(text.trim() === '' ? { field: 'text', message: 'Write it.' } : null),
    fill: (data, button) => void (button?.dataset['twice'] !== undefined && data.set('twice', 'yes')),
    send,
    onDone,
  });
  return (
    <Form form={form} noValidate>
      <TextField label="Note" name="text" error={form.errorAt('text')} />
      <p data-testid="failure">{form.refusal?.message}</p>
      <button type="submit" name="released" value="yes" aria-disabled={form.isBusy}>
        Save
      </button>
      <button type="submit" data-twice="">
        Save twice
      </button>
      <button type="button" onClick={() => form.submit({ text: 'quick', file: new File(['a'], 'a.png') })}>
        Quick
      </button>
    </Form>
  );
}

const type = (text: string) => fireEvent.change(screen.getByLabelText('Note'), { target: { value: text } });
const field = () => screen.getByLabelText<HTMLInputElement>('Note');
const settle = () => act(async () => {});

it('is sent once however often it is clicked, with its button, and empties its fields', async () => {
  let finish = () => {};
  const send = vi.fn<Send>(() => new Promise<void>((resolve) => (finish = resolve)));
  const onDone = vi.fn();
  render(<Note send={send} onDone={onDone} />);
  type('Was ill.');
  for (let click = 0; click < 3; click++) press('Save');
  press('Quick');
  expect(send).toHaveBeenCalledOnce();
  expect(send.mock.calls[0]?.[0].fields).toEqual({ student: 'S1', text: 'Was ill.', released: 'yes' });
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  finish();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(field().value).toBe('');
  type('Again.');
  press('Save twice');
  expect(send.mock.calls[1]?.[0].fields).toEqual({ student: 'S1', text: 'Again.', twice: 'yes' });
  await settle();
});

it('keeps its key for equal content until it has arrived, and takes another one for other content and files', async () => {
  const failures = [new CallError(0, 'offline', 'Not reached.'), new TypeError('broken'), null, null, null];
  const keys: string[] = [];
  const send: Send = async ({ key, form }) => {
    keys.push(key);
    expect(form.get('Idempotency-Key')).toBe(key);
    const failure = failures.shift();
    if (failure) throw failure;
  };
  render(<Note send={send} />);
  const shown: (string | null)[] = [];
  const sendNow = async (name: string) => {
    press(name);
    await settle();
    shown.push(screen.getByTestId('failure').textContent);
  };
  type('One');
  await sendNow('Save');
  expect(field().value, 'what was typed stays').toBe('One');
  await sendNow('Save');
  await sendNow('Save');
  expect(shown).toEqual(['Not reached.', 'Something went wrong. Please try again.', '']);
  expect(new Set(keys).size).toBe(1);
  type('One');
  await sendNow('Save');
  await sendNow('Quick');
  expect(new Set(keys).size, 'the same words again are another request').toBe(3);
});

it('is refused before it is sent: the error and the focus are at its field until something is typed', async () => {
  const send = vi.fn<Send>(async () => {});
  render(<Note send={send} />);
  press('Save');
  expect(send).not.toHaveBeenCalled();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field());
  expect(screen.getByTestId('failure').textContent, 'said at the field alone').toBe('');
  type('Words');
  expect(field().getAttribute('aria-invalid')).toBeNull();
  press('Save');
  expect(send).toHaveBeenCalledOnce();
  await settle();
});

it('shows the fields that a server refuses, and a whole form that it refuses with what is stored', async () => {
  const refusals = [
    new CallError(400, 'bad_request', '"text" must be shorter', null, undefined, [
      { name: 'text', message: '"text" must be shorter' },
    ]),
    new CallError(409, 'conflict', 'Somebody else was first.', null, { text: 'Theirs' }),
  ];
  render(<Note send={() => Promise.reject(refusals.shift())} />);
  type('Long');
  press('Save');
  await screen.findByText('Must be shorter');
  press('Save');
  await screen.findByText('Somebody else was first.');
  expect(field().getAttribute('aria-invalid')).toBeNull();
});

it('is posted with its fields before there is a script, the key first, told from others by its name', () => {
  render(
    <FormKeyContext value="page">
      <Note send={async () => {}} />
    </FormKeyContext>,
  );
  const form = field().form!;
  expect(form.method).toBe('post');
  expect([...new FormData(form)]).toEqual([
    ['Idempotency-Key', 'page-note-S1'],
    ['student', 'S1'],
    ['text', ''],
  ]);
});
