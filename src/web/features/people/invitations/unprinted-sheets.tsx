import type { UnprintedSheet } from '#contract/people/invitation-calls';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { peopleCount } from '../people-words.ts';

/** Made and not printed, such as after a lost answer. */
export function UnprintedSheets({
  sheets,
  isBusy,
  onPrint,
  onSettle,
}: {
  sheets: readonly UnprintedSheet[];
  isBusy: boolean;
  onPrint: (sheet: string) => void;
  onSettle: (sheet: string) => void;
}) {
  return (
    <Notice role="note" tone="warning" title="Made, not printed">
      <Stack as="ul" gap={3}>
        {sheets.map(({ sheet, made_at, people }) => (
          <Stack as="li" key={sheet} gap={2}>
            <p>
              <span>{`Invitations for ${peopleCount(people)}, made `}</span>
              <TimeAgo value={made_at} />
            </p>
            <Row gap={3}>
              <Button variant="secondary" small busy={isBusy} onClick={() => onPrint(sheet)}>
                {`Print again for ${peopleCount(people)}`}
              </Button>
              <Button variant="quiet" small busy={isBusy} onClick={() => onSettle(sheet)}>
                They are printed
              </Button>
            </Row>
          </Stack>
        ))}
      </Stack>
    </Notice>
  );
}
