import { vivaStepNames, vivaSteps } from '#contract/vivas/viva-steps';
import type { StoredBank } from '#contract/projects/viva-bank-calls';
import { bankLimits, mostOf, questionLists, type VivaBank } from '#contract/projects/viva-bank';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { readLines } from '../../lib/forms/read-lines.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { vivaBankDraft } from '../../lib/stored-names/staff.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { TextArea } from '../../ui/field.tsx';
import cards from '../../ui/form-cards.module.css';

const labels: Readonly<Record<string, string>> = {
  ...vivaStepNames,
  samples: 'Sample questions',
  bring: 'Bring with you',
};

const bankFields = (bank: VivaBank): Fields => ({
  ...Object.fromEntries(questionLists.map((list) => [list, bank[list].join('\n')])),
  bring: bank.bring,
});

export const readBankFields = (fields: Fields): VivaBank => ({
  ...(Object.fromEntries(questionLists.map((list) => [list, readLines(fields[list])])) as Omit<
    VivaBank,
    'bring'
  >),
  bring: (fields['bring'] ?? '').trim(),
});

/** Empty lists take little room, long ones are scrolled. */
const rowsFor = (text = '') => Math.min(12, Math.max(3, text.split('\n').length + 1));

export function VivaBankForm({ account, bank }: { account: string; bank: StoredBank }) {
  const form = useChangeForm({
    formName: 'viva-questions',
    changes: {
      stored: bankFields(bank),
      labels,
      shown: (current: StoredBank) => bankFields(current),
      compared: { read: readBankFields },
      draft: { key: vivaBankDraft(account, bank.project.id) },
    },
  });
  const area = (name: string, hint?: string) => (
    <TextArea
      key={name}
      label={labels[name]}
      rows={rowsFor(form.values[name])}
      hint={hint}
      {...form.field(name)}
    />
  );
  return (
    <ChangeForm
      form={form}
      button="Save questions"
      variant="primary"
      buttons="bottom-bar"
      noValidate
      further={
        form.isChanged && (
          <Button variant="quiet" onClick={form.reset}>
            Discard changes
          </Button>
        )
      }
    >
      <div className={cards['columns']}>
        <fieldset className={cards['card']}>
          <legend>For examiners only</legend>
          {vivaSteps.map((step, index) =>
            area(
              step,
              index === 0
                ? `One question a line, as Markdown: *emphasis*, \`code\`. At most ${mostOf(step)} in each step.`
                : undefined,
            ),
          )}
        </fieldset>
        <fieldset className={cards['card']}>
          <legend>Shown to students</legend>
          {area('samples', `One a line, at most ${bankLimits.samples}. Students see that they are samples.`)}
          {area('bring', 'Markdown, shown on the viva page.')}
        </fieldset>
      </div>
    </ChangeForm>
  );
}
