import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { pageTitle } from '#contract/screens';
import { VerifyForm } from '../features/receipts/verify-form.tsx';
import { useSite } from '../lib/site.ts';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import styles from './verify.module.css';

export const meta = () => [
  { title: pageTitle('Verify a receipt') },
  {
    name: 'description',
    content: 'Check whether a receipt, and the file that was handed in with it, are genuine.',
  },
];

const noSubscription = () => () => {};

/** The receipt number in the address; empty before hydration, because the prerendered page has no query. */
function useReceiptNumber(): string {
  const [search] = useSearchParams();
  return useSyncExternalStore(
    noSubscription,
    () => search.get('number') ?? '',
    () => '',
  );
}

export default function Verify() {
  const number = useReceiptNumber();
  const { academy } = useSite();
  return (
    <PageBody width="reading" className={styles['page']}>
      <ScreenHead title="Verify a receipt">
        <p>
          {`Every hand-in at ${academy.name} has a receipt that nobody can change unnoticed. Check one here: the receipt, the file that was handed in with it, or both. You need no account.`}
        </p>
      </ScreenHead>
      <VerifyForm number={number} />
    </PageBody>
  );
}
