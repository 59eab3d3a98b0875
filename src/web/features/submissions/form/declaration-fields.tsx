import { useState, type RefObject } from 'react';
import type { Task } from '#contract/dates';
import { limits } from '#contract/limits';
import type { Timeline } from '#contract/submissions/calls';
import { aiUseWords, allowedUses } from '#contract/submissions/declaration';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { useReturnedDraft } from '../../../lib/forms/use-draft.ts';
import { Checkbox, SelectField, TextArea } from '../../../ui/field.tsx';
import styles from './submission-form.module.css';

/**
 * What the student declares. A tick counts for the words that were seen: its value is their id.
 * @param waiting of the submission in the outbox
 */
export function useDeclared(
  asked: Timeline['declaration'],
  {
    task,
    draftKey,
    waiting,
  }: { task: Task; draftKey: (field: string) => string; waiting: Fields | undefined },
) {
  const refused = useRefusedForm();
  const [errors, setErrors] = useState<FieldErrors>(refused?.errors ?? {});
  const of = (name: string) => [draftKey(name), refused?.values[name]] as const;
  const [typedTick, setTick] = useReturnedDraft(...of('declared'));
  const [typedUse, setUse] = useReturnedDraft(...of('ai_use'));
  const [typedText, setText] = useReturnedDraft(...of('ai_text'));
  const allowed = asked === undefined ? [] : allowedUses(asked.ai_use[task]);
  const tick = waiting?.['declared'] ?? typedTick;
  const use = allowed.find((one) => one === (waiting?.['ai_use'] ?? typedUse)) ?? '';
  const text = waiting?.['ai_text'] ?? typedText;
  const isTicked = tick === asked?.id;
  const set = { declared: setTick, ai_use: setUse, ai_text: setText };
  return {
    asked,
    allowed,
    isTicked,
    use,
    text,
    errors,
    change(name: keyof typeof set, value: string): void {
      setErrors({ ...errors, [name === 'declared' ? 'declaration' : name]: '' });
      set[name](value);
    },
    /** Makes drafts of what was waiting. */
    keep(): void {
      setTick(tick);
      setUse(use);
      setText(text);
    },
    /** Marks what is missing, and moves there. */
    isComplete(form: RefObject<HTMLFormElement | null>): boolean {
      if (asked === undefined) return true;
      const wrong = {
        ...(!isTicked && { declaration: 'Tick the declaration before you submit.' }),
        ...(use === '' && { ai_use: 'Say how you used AI tools.' }),
        ...(use === 'parts' &&
          text.trim() === '' && { ai_text: 'Say in a few words how you used AI tools.' }),
      };
      setErrors(wrong);
      const [first] = Object.keys(wrong);
      const name = first === 'declaration' ? 'declared' : first;
      if (name !== undefined) form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
      return first === undefined;
    },
    fields: {
      ...(asked !== undefined && {
        declaration: asked.id,
        declared: tick,
        ai_use: use,
        ...(use !== 'none' && { ai_text: text }),
      }),
    } as Fields,
  };
}

/** Without a script the text is hidden by the answer, too. */
export function DeclarationFields({
  declared: { asked, allowed, isTicked, use, text, errors, ...declared },
  edit,
  disabled,
}: {
  declared: ReturnType<typeof useDeclared>;
  edit: (set: (value: string) => void) => (value: string) => void;
  disabled: boolean;
}) {
  if (asked === undefined) return null;
  const change = (name: Parameters<typeof declared.change>[0], value: string) =>
    edit((next) => declared.change(name, next))(value);
  return (
    <fieldset disabled={disabled} className={styles['declaration']}>
      <legend className="visually-hidden">Declaration</legend>
      <input type="hidden" name="declaration" value={asked.id} />
      <Checkbox
        label={asked.statement}
        name="declared"
        value={asked.id}
        checked={isTicked}
        error={errors['declaration']}
        onChange={({ target }) => change('declared', target.checked ? asked.id : '')}
      />
      <SelectField
        label="AI tools"
        name="ai_use"
        value={use}
        error={errors['ai_use']}
        onChange={({ target }) => change('ai_use', target.value)}
      >
        <option value="">Choose an answer</option>
        {allowed.map((one) => (
          <option key={one} value={one}>
            {aiUseWords[one]}
          </option>
        ))}
      </SelectField>
      <div className={styles['how']}>
        <TextArea
          label="How you used them"
          name="ai_text"
          rows={2}
          maxLength={limits.aiText}
          value={text}
          error={errors['ai_text']}
          onChange={({ target }) => change('ai_text', target.value)}
        />
      </div>
    </fieldset>
  );
}
