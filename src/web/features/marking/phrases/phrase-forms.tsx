import type { ComponentProps } from 'react';
import { limits } from '#contract/limits';
import type { Phrase } from '#contract/marking/phrase-calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { useSeenAction } from '../../../lib/forms/use-seen-action.ts';
import { useChangeForm } from '../../../lib/forms/use-change-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { ChangeForm } from '../../../ui/change-form.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import styles from './phrases.module.css';
import { writePlace, type Place } from './phrase-place.ts';
import { forgetPhrases } from './use-phrases.ts';

type Field = (name: string) => ComponentProps<typeof TextField> & ComponentProps<typeof TextArea>;

function PhraseFields({ field, hint }: { field: Field; hint?: string }) {
  return (
    <>
      <div className={styles['short']}>
        <TextField
          {...field('name')}
          label="Name"
          maxLength={limits.phraseName}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          hint={hint}
        />
      </div>
      <TextArea {...field('text')} label="Text" rows={3} maxLength={limits.phrase} />
    </>
  );
}

/** Of forms about shared phrases. */
const ofPlace = (place: Place | null) => (place === null ? {} : { place: writePlace(place) });

export function PhraseForm({ place }: { place: Place | null }) {
  const form = useActionForm({ formName: 'add', target: ofPlace(place), onDone: forgetPhrases });
  return (
    <ActionForm form={form} button="Add the phrase" variant="primary" noValidate>
      <PhraseFields
        field={form.field as Field}
        hint="Lower-case letters, digits and hyphens. Example: for “tests”, type ;tests in a comment and press Tab."
      />
    </ActionForm>
  );
}

const shown = ({ name, text }: Phrase) => ({ name, text });
const labels = { name: 'Name', text: 'Text' };

export function ChangePhrase({ phrase, place }: { phrase: Phrase; place: Place | null }) {
  const form = useChangeForm({
    formName: 'change',
    target: { phrase: phrase.id, ...ofPlace(place) },
    onDone: forgetPhrases,
    changes: { stored: shown(phrase), labels, shown },
  });
  return (
    <ChangeForm form={form} button="Save" noValidate>
      <PhraseFields field={form.field as Field} />
    </ChangeForm>
  );
}

export function DeletePhrase({
  phrase: { id, name, text },
  place,
  onDeleted,
}: {
  phrase: Phrase;
  place: Place | null;
  onDeleted: () => void;
}) {
  const form = useSeenAction({
    formName: 'delete',
    target: { phrase: id, ...ofPlace(place) },
    seen: { name, text },
    onDone() {
      forgetPhrases();
      onDeleted();
    },
  });
  return (
    <ActionForm
      form={form}
      button="Delete"
      variant="quiet"
      small
      label={`Delete ;${name}`}
      conflict={
        form.changed !== null && <blockquote>{`;${form.changed.name} ${form.changed.text}`}</blockquote>
      }
    />
  );
}
