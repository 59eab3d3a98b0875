import { useRevalidator } from 'react-router';
import type { OwnVivaRequest } from '#contract/viva-requests/calls';
import type { VivaOffer } from '#contract/progress/viva-offer-calls';
import type { CallFailure } from '../../lib/calls/call-error.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { tellNotSaved } from '../../lib/screen-message.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Card } from '../../ui/card.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Time } from '../../ui/time.tsx';

/** Chosen, withdrawn or moved elsewhere meanwhile: the page shows what holds now, and the form may be gone. */
function useRefusal() {
  const { revalidate } = useRevalidator();
  return ({ failure }: { failure: CallFailure }) => {
    if (failure.status !== 404 && failure.status !== 409) return;
    tellNotSaved(failure);
    void revalidate();
  };
}

const isOpen = ({ state }: VivaOffer) => state === 'held' || state === 'picked';

function Choice({ offer: { id, starts_at, minutes, room, state } }: { offer: VivaOffer }) {
  const onRefused = useRefusal();
  const form = useActionForm({ formName: 'choose-viva-time', target: { offer: id }, onRefused });
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
            <ActionForm form={form} button="Choose this time" variant="primary" />
          )}
        </Stack>
      </Card>
    </li>
  );
}

function Ways({ hasOffers }: { hasOffers: boolean }) {
  const onRefused = useRefusal();
  const none = useActionForm({ formName: 'choose-viva-time', target: { offer: '' }, onRefused });
  const withdrawal = useActionForm({ formName: 'withdraw-viva-request', onRefused });
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
  const mayChoose = held.length > 0 && (isChosen || !isLate);
  return (
    <Stack gap={3}>
      <p>You asked for another time. The office will answer you.</p>
      {held[0] === undefined && offers.length > 0 && (
        <p>No time is held for you now. The office will suggest one.</p>
      )}
      {held[0] !== undefined && mayChoose && (
        <>
          <p>
            <span>
              {isChosen
                ? 'This time is held for you until '
                : held.length === 1
                  ? 'Choose it, if it suits you. It is held for you until '
                  : 'Choose one. They are held for you until '}
            </span>
            <Time value={held[0].held_until} />
            <span>.</span>
          </p>
          <Stack as="ul" gap={3}>
            {held.map((offer) => (
              <Choice key={offer.id} offer={offer} />
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
