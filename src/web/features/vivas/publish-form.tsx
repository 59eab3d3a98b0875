import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { vivaListsAddress, vivaMessagesAddress } from '#contract/vivas/addresses';
import type { PlanView } from '#contract/vivas/plan-calls';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { countOf } from '../../ui/format-number.ts';
import { Row, Small } from '../../ui/layout.tsx';
import styles from './vivas.module.css';

type Untold = PlanView['untold'];

export function readPublishForm(fields: Fields): Untold {
  const of = (name: keyof Untold) => Number(fields[name] ?? 0);
  return { first: of('first'), moved: of('moved'), cancelled: of('cancelled'), examiners: of('examiners') };
}

/** What will be sent, before the click that sends it. */
function Tell({ untold, links }: { untold: Untold; links: ReactNode }) {
  const { first, moved, cancelled, examiners } = untold;
  const { revalidate } = useRevalidator();
  const form = useActionForm({
    formName: 'publish',
    // The next click tells what is shown then.
    onRefused: () => void revalidate(),
    hidden: {
      first: String(first),
      moved: String(moved),
      cancelled: String(cancelled),
      examiners: String(examiners),
    },
  });
  const students = first + moved + cancelled;
  const parts = [
    first > 0 && `${countOf(first, 'student gets a time', 'students get a time')}`,
    moved > 0 && `${countOf(moved, 'student', 'students')} another time or place`,
    cancelled > 0 && `${countOf(cancelled, 'viva is', 'vivas are')} cancelled`,
    examiners > 0 && `${countOf(examiners, 'examiner gets', 'examiners get')} other vivas`,
  ].filter((part) => part !== false);
  const button =
    students > 0 ? `Tell ${countOf(students, 'student')}` : `Tell ${countOf(examiners, 'examiner')}`;
  return (
    <div className={styles['tell']}>
      <ActionForm form={form} button={button} variant="primary" further={links} />
      <Small>{`${parts.join(', ')}. The portal shows it at once, and the daily email has it, for students with a calendar entry. For a viva within two days, the email is sent now. Nobody gets two of these emails on one day.`}</Small>
    </div>
  );
}

/** Tells times, and leads to what carries them outside of the portal. */
export function PublishForm({ view: { batch, untold, day, days } }: { view: PlanView }) {
  const isUntold = Object.values(untold).some((count) => count > 0);
  if (!isUntold && days.length === 0) return null;
  const links = days.length > 0 && (
    <Row gap={2}>
      <ButtonLink small variant="secondary" to={vivaListsAddress(batch, day)}>
        Print lists
      </ButtonLink>
      <ButtonLink small variant="secondary" to={vivaMessagesAddress(batch)}>
        WhatsApp messages
      </ButtonLink>
    </Row>
  );
  return isUntold ? <Tell untold={untold} links={links} /> : links;
}
