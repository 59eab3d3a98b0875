import { useState } from 'react';
import { pageTitle } from '#contract/screens';
import { mockStates, type MockState } from '../lib/mock-responses.ts';
import { Button } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import styles from './gallery.module.css';

export const meta = () => [{ title: pageTitle('Gallery') }];

/** The demo accounts, each at another point of the programme. */
const accounts = ['new', 'low', 'week2', 'final', 'other', 'past', 'mentor', 'admin'];
const password = 'capstone-demo';

const screens = {
  Home: '/',
  Login: '/login',
  Signup: '/signup',
  'Forgot password': '/forgot-password',
  'Reset password': '/reset-password?token=shown',
  'First administrator': '/setup?token=shown',
  Terms: '/terms',
  Privacy: '/privacy',
  'Verify a receipt': '/verify',
  'Student dashboard': '/StudentDashboard',
  'Project details': '/projectDetails/P001',
  'Unknown project': '/projectDetails/P999',
  'Project overview': '/projectOverview/P001',
  'Project dashboard': '/ProjectDashboard1',
  'My Grades': '/ProjectDashboard1?tab=grades',
  References: '/references',
  'Weekly submission': '/WeeklySubmission',
  'Final project': '/FinalProjectSubmission',
  Viva: '/viva',
  Forum: '/discussion/MERN-2026-11',
  'Empty forum': '/discussion/DSA-2026-10',
  Staff: '/staff',
  'Empty hand-ins': '/staff?batch=DSA-2026-10',
  Account: '/account',
  'Not found': '/nowhere',
};
const widths = [320, 390, 768, 1366];

async function signIn(account: string): Promise<void> {
  await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${account}@example.test`, password }),
  });
}

/** Every screen as every demo account in every mock state; in development only. */
export default function Gallery() {
  const [account, setAccount] = useState<string | null>(null);
  const [path, setPath] = useState('/');
  const [mockState, setMockState] = useState<MockState | null>(null);
  const [width, setWidth] = useState(390);
  const [loadCount, setLoadCount] = useState(0);
  const address = mockState === null ? path : `${path}${path.includes('?') ? '&' : '?'}mock=${mockState}`;
  const switchAccount = async (name: string) => {
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
        {accounts.map((name) => choice(name, name === account, () => void switchAccount(name)))}
      </div>
      <div className={styles['choices']} role="group" aria-label="Screen">
        {Object.entries(screens).map(([label, to]) => choice(label, to === path, () => setPath(to)))}
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
