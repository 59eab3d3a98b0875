import { useRef } from 'react';
import { vivasAddress } from '#contract/vivas/addresses';
import type { VivaMessage, VivaMessages as Messages } from '#contract/vivas/message-calls';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CardTable } from '../../ui/card-table.tsx';
import { countOf } from '../../ui/format-number.ts';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Time } from '../../ui/time.tsx';
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx';

/** Of a row's form: the told number says which time the message was about. */
export const readMessageForm = (fields: Fields) => ({
  student: fields['student'] ?? '',
  body: { told: Number(fields['told'] ?? 0), sent: fields['sent'] === 'yes' },
});

function MessageRow({ message }: { message: VivaMessage }) {
  const { student, starts_at, room, is_cancelled, told, whatsapp, sent } = message;
  const form = useActionForm({
    formName: 'note',
    target: { student: student.s_id },
    keepsPlace: true,
    hidden: { student: student.s_id, told: String(told), sent: sent === null ? 'yes' : '' },
  });
  const place = useRef<HTMLTableCellElement>(null);
  /** The chat opens in a window of its own; here the row is ticked off. */
  const tick = () => {
    if (sent === null) place.current?.querySelector('button')?.click();
  };
  return (
    <tr>
      <th scope="row">{student.s_name}</th>
      <td data-label="Viva">
        {is_cancelled && <span>Cancelled: </span>}
        <Time value={starts_at} />
        <span>{`, ${room}`}</span>
      </td>
      <td data-label="Message">
        {whatsapp === undefined ? (
          <span>No phone</span>
        ) : (
          <WhatsAppLink href={whatsapp} name={student.s_name} onOpen={tick} />
        )}
      </td>
      <td data-label={sent === null ? undefined : 'Sent'} ref={place}>
        <Row gap={2}>
          {sent !== null && (
            <span>
              <span>{`By ${sent.by}, `}</span>
              <TimeAgo value={sent.at} />
            </span>
          )}
          <ActionForm
            form={form}
            small
            button={sent === null ? 'Mark as sent' : 'Undo'}
            label={
              sent === null
                ? `Mark the message to ${student.s_name} as sent`
                : `Mark the message to ${student.s_name} as not sent`
            }
          />
        </Row>
      </td>
    </tr>
  );
}

/** Whom the office has written their time by WhatsApp, and whom not yet. */
export function VivaMessages({ list, batch }: { list: Messages; batch: string }) {
  const { students, sent, messages } = list;
  if (students === 0)
    return (
      <EmptyState
        title="Nobody to write to"
        action={
          <ButtonLink variant="secondary" to={vivasAddress(batch)}>
            Open the plan
          </ButtonLink>
        }
      >
        <p>Students appear here after you tell them their times, until their vivas have passed.</p>
      </EmptyState>
    );
  return (
    <Stack gap={3}>
      <Small role="status">{`Sent: ${sent} of ${countOf(students, 'student')}. Each link opens WhatsApp with the student’s own time, and marks it as sent. A new time removes the mark.`}</Small>
      <CardTable caption="WhatsApp messages" columns={['Student', 'Viva', 'Message', 'Sent']}>
        {messages.map((message) => (
          <MessageRow key={`${message.student.s_id} ${message.told}`} message={message} />
        ))}
      </CardTable>
      {students > messages.length && (
        <Small>{`${students - messages.length} more follow when these are sent.`}</Small>
      )}
    </Stack>
  );
}
