import { beganOf } from '#contract/began';
import { settle } from '#contract/settle';
import type { AppearanceEntry } from '#contract/catalogue/appearance-calls';
import type { Call } from '../../lib/calls/client.ts';
import { beganFields } from '../../lib/forms/began-fields.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import type { Compared } from '../../lib/forms/use-stored-fields.ts';
import { stepNumbers } from './appearance-labels.ts';

const names = [
  'name',
  'accent',
  'heading',
  'paragraph',
  'contact',
  'mail_footer',
  'country_code',
  'zone',
] as const;
export const appearanceFields = (appearance: AppearanceEntry): Fields => ({
  ...Object.fromEntries(names.map((name) => [name, appearance[name] ?? ''])),
  ...Object.fromEntries(
    stepNumbers.flatMap((number) => {
      const { title = '', text = '' } = appearance.steps?.[number - 1] ?? {};
      return [
        [`step${number}_title`, title],
        [`step${number}_text`, text],
      ];
    }),
  ),
});

/** Emptied fields are '', which the server reads as the default. */
function readAppearance(fields: Fields) {
  const steps = stepNumbers.map((number) => ({
    title: fields[`step${number}_title`] ?? '',
    text: fields[`step${number}_text`] ?? '',
  }));
  const hasSteps = steps.some(({ title, text }) => title !== '' || text !== '');
  const texts = Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { ...(texts as Record<(typeof names)[number], string | undefined>), steps: hasSteps ? steps : null };
}

export const appearanceCompared: Compared = {
  read: readAppearance,
  units: { steps: stepNumbers.flatMap((number) => [`step${number}_title`, `step${number}_text`]) },
};

/**
 * Saves the changed fields alone. Servers of a version before refuse `began`, so the form compares by itself: it sends
 * others' fields back with the version that has them, and none that fits where one field was changed twice. Without a
 * key: the version makes a repetition harmless, and a colleague may have changed what the same form sends.
 */
export async function saveAppearance(call: Call, { version, ...fields }: Fields, idempotencyKey?: string) {
  const body = readAppearance(fields);
  const from = beganFields(fields);
  // From a page of a version before.
  if (from === null) return call('changeAppearance', { body: { ...body, version }, idempotencyKey });
  const { version: newest, ...now } = await call('readAppearance');
  const settled = settle(body, beganOf(body, readAppearance(from)), now);
  const sent =
    settled.conflicts.length === 0 ? { ...settled.body, version: newest } : { ...body, version: '' };
  // Nor do they take a zone.
  const { zone, ...rest } = sent;
  return call('changeAppearance', { body: zone === now.zone ? rest : sent });
}
