import type { OwnVivaRequest } from '#contract/viva-requests/calls';
import type { VivaOffer } from '#contract/progress/viva-offer-calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Card } from '../../ui/card.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Time } from '../../ui/time.tsx';

const isOpen = ({ state }: VivaOffer) => state === 'held' || state === 'picked';

function Choice({
  offer: { id, starts_at, minutes, room, state },
  isLate,
}: {
  offer: VivaOffer;
  isLate: boolean;
}) {
  const form = useActionForm({ formName: 'choose-viva-time', target: { offer: id } });
  return (
    <li>
      <Card>
        <Stack gap={2}>
          <p>
            <strong>
              <Time value={starts_at} />
            </strong>
            <span>{`, ${room}, ${minutes} minutes`}</span>
          </p>
          {state === 'picked' ? (
            <Small>You chose this time. The office decides.</Small>
          ) : (
            !isLate && <ActionForm form={form} button="Choose this time" variant="primary" />
          )}
        </Stack>
      </Card>
    </li>
  );
}

function Ways({ hasOffers }: { hasOffers: boolean }) {
  const none = useActionForm({ formName: 'choose-viva-time', target: { offer: '' } });
  const withdrawal = useActionForm({ formName: 'withdraw-viva-request' });
  return (
    <Row gap={2}>
      {hasOffers && <ActionForm form={none} button="None of these" small />}
      <ActionForm form={withdrawal} button="Keep my time" small />
    </Row>
  );
}

/** What became of the request for another viva time, and the times that are held. */
export function OwnRequest({ own }: { own: OwnVivaRequest }) {
  const { request, offers, is_late: isLate, ask_until: until } = own;
  const held = offers.filter(isOpen);
  const isChosen = held.some(({ state }) => state === 'picked');
  return (
    <Stack gap={3}>
      <p>You asked for another time. The office will answer you.</p>
      {held[0] === undefined ? (
        offers.length > 0 && <p>No time is held for you now. The office will suggest one.</p>
      ) : (
        <>
          <p>
            <span>
              {isChosen ? 'This time is held for you until ' : 'Choose one. They are held for you until '}
            </span>
            <Time value={held[0].held_until} />
            <span>.</span>
          </p>
          <Stack as="ul" gap={3}>
            {held.map((offer) => (
              <Choice key={offer.id} offer={offer} isLate={isLate} />
            ))}
          </Stack>
        </>
      )}
      {isLate && until !== null ? (
        <TooLate until={until} />
      ) : (
        <Ways hasOffers={held.length > 0 && !isChosen} />
      )}
      {request !== null && (
        <div>
          <Small>Your reason:</Small>
          <LinkedText text={request.reason} />
        </div>
      )}
    </Stack>
  );
}

export function TooLate({ until }: { until: string }) {
  return (
    <p>
      <span>You could change the time until </span>
      <Time value={until} />
      <span>. Please call the office.</span>
    </p>
  );
}
