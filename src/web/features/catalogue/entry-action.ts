import type { Params } from 'react-router';
import { beganOf } from '#contract/began';
import { catalogueAddress } from '#contract/catalogue/catalogue-view';
import type { Call } from '../../lib/calls/client.ts';
import type { SignedInHandler } from '../../lib/forms/form-action.ts';
import { changedBody } from '../../lib/forms/changed-body.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { withNotices } from '../../lib/screen-notices.ts';
import type { EntryKind } from './entry-fields.ts';

type Of = { params: Params; idempotencyKey: string | undefined };
type Changed<Body> = Body & {
  retired: boolean;
  version: string | undefined;
  began?: Record<string, unknown>;
};

const redirectWithNotice = withNotices({
  'course-retire': 'The course is archived.',
  'course-bring-back': 'The course is restored.',
  'course-remove': 'The course is removed.',
  'batch-retire': 'The batch is archived.',
  'batch-bring-back': 'The batch is restored.',
  'batch-remove': 'The batch is removed.',
  'project-retire': 'The project is archived.',
  'project-bring-back': 'The project is restored.',
  'project-remove': 'The project is removed.',
  'entry-saved': 'Saved.',
});

/** Saves an entry's form, or archives, restores or removes the entry, which changes nothing else of it. */
export const entryAction =
  <Body extends object>(
    kind: EntryKind,
    {
      read,
      archived,
      change,
      remove,
    }: {
      read: (fields: Fields) => Body;
      /** What archiving and restoring change beside it. */
      archived?: Partial<Body>;
      /** @returns the entry's address */
      change: (call: Call, of: Of, body: Changed<Body>) => Promise<string>;
      remove: (call: Call, of: Of, body: { began?: { version: string } }) => Promise<unknown>;
    },
  ): SignedInHandler =>
  async (call, { fields, params }) => {
    const { act: formName, version, 'Idempotency-Key': idempotencyKey } = fields;
    const of = { params, idempotencyKey };
    if (formName === 'remove') {
      await remove(call, of, version === undefined ? {} : { began: { version } });
      return redirectWithNotice(catalogueAddress(), `${kind}-remove`);
    }
    if (formName !== 'retire' && formName !== 'bring-back') {
      const body = { ...changedBody(fields, read), retired: fields['retired'] === 'yes', version };
      return redirectWithNotice(await change(call, of, body), 'entry-saved', { replaces: true });
    }
    const shown = { ...read(fields), retired: formName === 'bring-back' };
    const body = { ...shown, ...archived, retired: formName === 'retire' };
    const began = beganOf(body, shown);
    return redirectWithNotice(await change(call, of, { ...body, version, began }), `${kind}-${formName}`, {
      replaces: true,
    });
  };
