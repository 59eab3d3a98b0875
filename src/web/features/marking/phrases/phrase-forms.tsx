import { limits } from '#contract/limits';
import type { Phrase } from '#contract/marking/phrase-calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import styles from './phrases.module.css';
import { forgetPhrases } from './use-phrases.ts';

export function PhraseForm({ phrase }: { phrase?: Phrase }) {
  const form = useActionForm(
    phrase === undefined
      ? { act: 'add', onDone: forgetPhrases }
      : { act: 'change', of: { phrase: phrase.id }, onDone: forgetPhrases },
  );
  return (
    <ActionForm
      form={form}
      button={phrase === undefined ? 'Add the phrase' : 'Save'}
      variant={phrase === undefined ? 'primary' : 'secondary'}
      noValidate
    >
      <div className={styles['short']}>
        <TextField
          label="Name"
          {...form.field('name', phrase?.name)}
          maxLength={limits.phraseName}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          hint={
            phrase === undefined
              ? 'Lower-case letters, digits and hyphens. Example: for “tests”, type ;tests in a comment and press Tab.'
              : undefined
          }
        />
      </div>
      <TextArea label="Text" {...form.field('text', phrase?.text)} rows={3} maxLength={limits.phrase} />
    </ActionForm>
  );
}

export function DeletePhrase({ phrase: { id, name }, onDeleted }: { phrase: Phrase; onDeleted: () => void }) {
  const form = useActionForm({
    act: 'delete',
    of: { phrase: id },
    onDone() {
      forgetPhrases();
      onDeleted();
    },
  });
  return <ActionForm form={form} button="Delete" variant="quiet" small label={`Delete ;${name}`} />;
}
