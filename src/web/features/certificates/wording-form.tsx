import type { Wordings } from '#contract/certificates/certificate-calls';
import { previewAddress } from '#contract/certificates/paths';
import {
  type CertificateKind,
  certificateKinds,
  kindWords,
  type Wording,
  wordingFields,
  wordingLimits,
} from '#contract/certificates/wording';
import { changedBody } from '../../lib/forms/changed-body.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { FoldCard } from '../../ui/card.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Stack } from '../../ui/layout.tsx';
import { BackgroundField } from './background-field.tsx';
import styles from './certificates.module.css';

const shown = ({ language, heading, sentence, signatory, role, shows }: Wording): Fields => ({
  language,
  heading,
  sentence,
  signatory,
  role,
  shows,
});

const labels = {
  language: 'Language',
  heading: 'Heading',
  sentence: 'Sentence below the name',
  signatory: 'Signed by',
  role: 'Role',
  shows: 'Shows',
};

const showsWords = { result: 'Result with grade', grade: 'Grade only', nothing: 'Neither' } as const;

export const readWordingFields = (fields: Fields) =>
  changedBody(
    fields,
    ({ language = '', heading = '', sentence = '', signatory = '', role = '', shows = '' }) => ({
      language: language.trim(),
      heading,
      sentence,
      signatory,
      role,
      shows: shows as Wording['shows'],
    }),
  );

function WordingForm({ kind, stored }: { kind: CertificateKind; stored: Wording }) {
  const form = useChangeForm({
    formName: 'wording',
    target: { kind },
    changes: { stored: shown(stored), labels, shown },
  });
  return (
    <ChangeForm form={form} button="Save the words" gap={4} narrow>
      <TextField
        label={labels.heading}
        {...form.field('heading')}
        required
        maxLength={wordingLimits.heading}
      />
      <TextArea
        label={labels.sentence}
        {...form.field('sentence')}
        rows={3}
        required
        maxLength={wordingLimits.sentence}
        hint={`Fields: ${wordingFields.map((name) => `{${name}}`).join(' ')}`}
      />
      <TextField label={labels.signatory} {...form.field('signatory')} maxLength={wordingLimits.signatory} />
      <TextField label={labels.role} {...form.field('role')} maxLength={wordingLimits.role} />
      <SelectField label={labels.shows} {...form.field('shows')}>
        {Object.entries(showsWords).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextField
        label={labels.language}
        {...form.field('language')}
        hint="Such as en, ml, hi or ta."
        required
        maxLength={3}
      />
    </ChangeForm>
  );
}

/** As saved. Another text or picture is another frame, so that it is loaded anew. */
function Preview({ kind, batch, shown }: { kind: CertificateKind; batch: string; shown: unknown }) {
  const address = previewAddress(kind, batch);
  return (
    <Stack gap={2}>
      <h3>Preview</h3>
      <iframe
        key={JSON.stringify(shown)}
        className={styles['preview']}
        src={address}
        title={`Preview of the ${kindWords[kind].toLowerCase()}`}
        loading="lazy"
        sandbox=""
      />
      <p>
        <a href={address}>Open the preview</a>
      </p>
    </Stack>
  );
}

/** What is issued keeps its own words and picture. */
export function CertificateWordings({ wordings, batch }: { wordings: Wordings; batch: string }) {
  return certificateKinds.map((kind) => (
    <FoldCard key={kind} title={`${kindWords[kind]}: words, picture and preview`}>
      <div className={styles['sides']}>
        <Stack gap={6}>
          <WordingForm kind={kind} stored={wordings[kind]} />
          <BackgroundField kind={kind} stored={wordings.backgrounds[kind]} />
        </Stack>
        <Preview kind={kind} batch={batch} shown={[wordings[kind], wordings.backgrounds[kind]]} />
      </div>
    </FoldCard>
  ));
}
