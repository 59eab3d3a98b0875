import { Link } from 'react-router';
import { pageTitle } from '#contract/screens';
import { boot } from '../lib/boot.ts';
import { PageBody } from '../ui/frame.tsx';
import { Prose } from '../ui/prose.tsx';

export const meta = () => [
  { title: pageTitle('Privacy') },
  { name: 'description', content: 'Which data this portal keeps about you, why, and who sees it.' },
];

export default function Privacy() {
  const { name } = boot.academy;
  return (
    <PageBody width="reading">
      <Prose>
        <h1>Privacy</h1>
        <p>{`${name} runs this portal for its students. It keeps what the course needs, and nothing for anybody else.`}</p>

        <h2>What is kept, and why</h2>
        <ul>
          <li>
            Your name, e-mail address, phone number and batch: to know whose work it is and to reach you.
          </li>
          <li>A scrambled form of your password, from which the password cannot be read.</li>
          <li>Your exit score and grade, as far as the academy has recorded them.</li>
          <li>
            Your project, everything that you hand in with the time of its arrival, and the marks that it
            earned.
          </li>
          <li>What you write in the forum, which questions you have read, and when you were last here.</li>
          <li>A record of what mentors and administrators did, so that a mark can always be explained.</li>
        </ul>

        <h2>Who sees it</h2>
        <ul>
          <li>You see everything of your own, once your mentor has released a mark.</li>
          <li>Your batch's mentors and the administrators see your work, your marks and how to reach you.</li>
          <li>Others of your batch see your name and what you write in the forum, and nothing more.</li>
          <li>Nobody else. There are no advertisements, no trackers, and no data is sold.</li>
        </ul>

        <h2>Cookies</h2>
        <p>
          One cookie keeps you logged in. It ends when you log out or have been away for two weeks. What you
          are typing is kept on your own device until it has been sent.
        </p>

        <h2>Documents from elsewhere</h2>
        <p>
          A project's overview may be a document that another service shows inside the page, such as Google
          Docs. That service then learns that somebody reads the document.
        </p>

        <h2>How long, and your rights</h2>
        <p>
          Work and marks are kept as long as the academy must be able to confirm your course. Under
          &ldquo;Your account&rdquo; you can download a copy of it at any time. You may ask the office for a
          correction, or for what may be deleted to be deleted.
        </p>

        <p>
          What you and the academy may expect of each other stands under{' '}
          <Link to="/terms">Terms and conditions</Link>.
        </p>
      </Prose>
    </PageBody>
  );
}
