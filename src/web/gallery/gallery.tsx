import { useState } from 'react';
import { demoEmail, demoNames, demoPassword, type DemoName } from '#contract/demo-accounts';
import { pageTitle } from '#contract/screens';
import { mockStates, type MockState } from '../lib/mock-responses.ts';
import { Button } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { demoScreens } from './demo-screens.ts';
import styles from './gallery.module.css';

export const meta = () => [{ title: pageTitle('Gallery') }];

const widths = [320, 390, 768, 1366];

async function signIn(account: DemoName): Promise<void> {
  await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: demoEmail(account), password: demoPassword }),
  });
}

/** Every screen as every demo account in every mock state; in development only. */
export default function Gallery() {
  const [account, setAccount] = useState<DemoName | null>(null);
  const [path, setPath] = useState('/');
  const [mockState, setMockState] = useState<MockState | null>(null);
  const [width, setWidth] = useState(390);
  const [loadCount, setLoadCount] = useState(0);
  const address = mockState === null ? path : `${path}${path.includes('?') ? '&' : '?'}mock=${mockState}`;
  const switchAccount = async (name: DemoName) => {
    await signIn(name);
    setAccount(name);
    setLoadCount(loadCount + 1);
  };
  const choice = (label: string, isChosen: boolean, choose: () => void) => (
    <Button
      key={label}
      small
      variant={isChosen ? 'primary' : 'secondary'}
      aria-pressed={isChosen}
      onClick={choose}
    >
      {label}
    </Button>
  );
  return (
    <PageBody>
      <ScreenHead title="Gallery" />
      <div className={styles['choices']} role="group" aria-label="Signed in as">
        {demoNames.map((name) => choice(name, name === account, () => void switchAccount(name)))}
      </div>
      <div className={styles['choices']} role="group" aria-label="Screen">
        {[...new Set(demoScreens.map((screen) => screen.path))].map((to) =>
          choice(to, to === path, () => setPath(to)),
        )}
      </div>
      <div className={styles['choices']} role="group" aria-label="What calls answer">
        {choice('As they do', mockState === null, () => setMockState(null))}
        {Object.entries(mockStates).map(([name, label]) =>
          choice(label, name === mockState, () => setMockState(name as MockState)),
        )}
      </div>
      <div className={styles['choices']} role="group" aria-label="Width">
        {widths.map((px) => choice(`${px} px`, px === width, () => setWidth(px)))}
      </div>
      {/* Same-origin screens, in development only. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        key={`${account}${loadCount}`}
        className={styles['screen']}
        title={`${path} at ${width} px`}
        src={address}
        style={{ width }}
      />
    </PageBody>
  );
}
