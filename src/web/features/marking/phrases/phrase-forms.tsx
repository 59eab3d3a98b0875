import { useState, type FormEvent } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/limits';
import type { Phrase } from '#contract/marking/phrase-calls';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { refusalOf } from '../../../lib/field-errors.ts';
import { FormKey } from '../../../lib/forms/form-key.tsx';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { tellScreen } from '../../../lib/screen-message.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../../lib/forms/use-press-key.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './phrase-forms.module.css';
import { forgetPhrases } from './use-phrases.ts';

/** Keeps a new phrase, or changes one. */
export function PhraseForm({ phrase }: { phrase?: Phrase }) {
  const act = phrase === undefined ? 'add-phrase' : `change-phrase-${phrase.id}`;
  const posted = useRefusedForm();
  const refused = posted?.values['form'] === act ? posted : undefined;
  const [name, setName] = useState(refused?.values['name'] ?? phrase?.name ?? '');
  const [text, setText] = useState(refused?.values['text'] ?? phrase?.text ?? '');
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const body = { name, text };
      const idempotencyKey = keyOf(JSON.stringify(body));
      if (phrase === undefined) {
        await call('addPhrase', { body, idempotencyKey });
        setName('');
        setText('');
      } else await call('changePhrase', { params: { phrase: phrase.id }, body, idempotencyKey });
      // The same words once more are another press.
      keyOf('');
      forgetPhrases();
      tellScreen('phrase-kept');
      await revalidate();
    });
  };
  const { failure, errorAt } = refusalOf(error, refused, { name, text });
  return (
    <form method="post" className={styles['form']} noValidate onSubmit={submit}>
      <FormKey of={act} />
      <input type="hidden" name="act" value={phrase === undefined ? 'add' : 'change'} />
      <input type="hidden" name="form" value={act} />
      {phrase !== undefined && <input type="hidden" name="phrase" value={phrase.id} />}
      <div className={styles['name']}>
        <TextField
          label="Name"
          name="name"
          maxLength={limits.phraseName}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          hint={
            phrase === undefined
              ? 'Small letters, digits and hyphens: with tests you type ;tests and Tab.'
              : undefined
          }
          value={name}
          error={errorAt('name')}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <TextArea
        label="Text"
        name="text"
        rows={3}
        maxLength={limits.phrase}
        value={text}
        error={errorAt('text')}
        onChange={({ target }) => setText(target.value)}
      />
      <MessageRoom>{failure !== undefined && <Notice tone="error">{failure}</Notice>}</MessageRoom>
      <div>
        <Button type="submit" variant={phrase === undefined ? 'primary' : 'secondary'} busy={isBusy}>
          {phrase === undefined ? 'Keep the phrase' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

/** Deletes a phrase. */
export function DeletePhrase({ phrase, onDeleted }: { phrase: Phrase; onDeleted: () => void }) {
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  const remove = () =>
    run(async () => {
      await call('deletePhrase', { params: { phrase: phrase.id }, idempotencyKey: keyOf(phrase.id) });
      forgetPhrases();
      tellScreen('phrase-deleted');
      onDeleted();
      await revalidate();
    });
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void remove();
      }}
    >
      <FormKey of={`delete-phrase-${phrase.id}`} />
      <input type="hidden" name="act" value="delete" />
      <input type="hidden" name="phrase" value={phrase.id} />
      <Button type="submit" variant="quiet" small busy={isBusy} aria-label={`Delete ;${phrase.name}`}>
        Delete
      </Button>
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
    </form>
  );
}
