import { useState, type ChangeEvent } from 'react';
import type { Fields } from './form-fields.ts';
import { useActionForm } from './use-action-form.ts';
import { usePostedForm } from './refused-form.ts';
import { isSame } from '#contract/began';
import { changesOfPosted, useStoredFields, type Compared, type DraftOf } from './use-stored-fields.ts';

type Changes = {
  /** What is stored, as its fields show it. An unticked box is ''. */
  stored: Fields;
  labels: Readonly<Record<string, string>>;
  /** The fields of a 409's `current`. */
  shown: (current: never) => Fields;
  draft?: DraftOf;
  /** Where the body is more than its fields. */
  compared?: Compared;
  /** A choice's value in words. */
  words?: (name: string, value: string) => string;
};

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/**
 * A form that changes something stored. It sends `began` beside its fields, shows the one view of a conflict, and
 * keeps what is typed while it saves.
 */
export function useChangeForm<Outcome extends object = object>({
  changes: { stored, labels, shown, draft, compared = {}, words = (_, value) => value },
  onDone,
  ...options
}: Omit<Parameters<typeof useActionForm<Outcome>>[0], 'onDone'> & {
  changes: Changes;
  /** @param hasMore typed since it was sent */
  onDone?: (outcome: Outcome, hasMore: boolean) => void;
}) {
  const identity: Fields = {
    ...(options.formName !== undefined && { act: options.formName }),
    ...options.target,
  };
  const posted = usePostedForm(identity);
  const fields = useStoredFields(stored, {
    draft,
    compared,
    posted: posted && changesOfPosted(posted.values, posted.values['began'], stored, compared),
  });
  const form = useActionForm<Outcome>({
    ...options,
    keepsFields: true,
    fill(data) {
      fields.markSent();
      data.set('began', JSON.stringify(fields.began));
    },
    onDone(outcome) {
      const hasMore = fields.settle();
      onDone?.(outcome, hasMore);
    },
    onRefused(refused) {
      if (refused.current !== undefined) fields.learn(shown(refused.current as never));
      options.onRefused?.(refused);
    },
  });
  const { attributes, refused } = form;
  const [resolved, setResolved] = useState<object | undefined>();
  const { conflicts, now, values } = fields;
  const seen = Object.fromEntries(conflicts.map((name) => [name, now[name] ?? '']));
  const change = (name: string) => ({ name, error: form.errorAt(name) });
  return {
    ...form,
    ...fields,
    failure: refused !== undefined && refused === resolved ? undefined : form.failure,
    // Posted without a script, a form overwrites what it has shown.
    hidden: { ...form.hidden, began: JSON.stringify({ ...fields.began, ...seen }) } as Fields,
    /** What is stored of another thing, such as of a newly typed email. */
    begin(now: Fields): void {
      fields.learn(now);
      setResolved(refused);
    },
    field: (name: string) => ({
      ...change(name),
      value: fields.values[name] ?? '',
      onChange: ({ target }: Typed) => fields.set(name, target.value),
    }),
    /** A checkbox, sent as `yes`. */
    box: (name: string) => ({
      ...change(name),
      value: 'yes',
      checked: fields.values[name] === 'yes',
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => fields.set(name, target.checked ? 'yes' : ''),
    }),
    conflict:
      conflicts.length === 0 || form.isBusy
        ? undefined
        : {
            fields: conflicts.flatMap((name) => {
              const [theirs = '', mine = ''] = [now[name], values[name]];
              if (isSame(theirs, mine)) return [];
              return [
                { name, label: labels[name] ?? name, theirs: words(name, theirs), mine: words(name, mine) },
              ];
            }),
            onKeepTheirs() {
              fields.keepTheirs();
              setResolved(refused);
            },
            onSendMine() {
              fields.keepMine();
              setResolved(refused);
              // With the beginnings of the next render.
              setTimeout(() => {
                const form = attributes.ref.current;
                form?.requestSubmit(form.querySelector<HTMLButtonElement>('[type=submit]'));
              });
            },
          },
  };
}
