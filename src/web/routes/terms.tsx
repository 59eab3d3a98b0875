import { Link } from 'react-router';
import { pageTitle } from '#contract/screens';
import { boot } from '../lib/boot.ts';
import { PageBody } from '../ui/frame.tsx';
import { Prose } from '../ui/prose.tsx';

export const meta = () => [
  { title: pageTitle('Terms and conditions') },
  { name: 'description', content: 'What students and the academy may expect of each other on this portal.' },
];

export default function Terms() {
  const { name } = boot.academy;
  return (
    <PageBody width="reading">
      <Prose>
        <h1>Terms and conditions</h1>
        <p>{`These terms say what you and ${name} may expect of each other on this portal. You agree to them when you sign up.`}</p>

        <h2>Your account</h2>
        <ul>
          <li>
            Sign up with your own name, address and phone number, and with the batch to which you were
            admitted.
          </li>
          <li>
            Your account is yours alone. Keep its password to yourself, and log out on a computer that others
            use.
          </li>
          <li>If you think that somebody else got in, tell your mentor or the office on the same day.</li>
        </ul>

        <h2>Your project</h2>
        <ul>
          <li>
            You choose one project. The choice is final, so read the project's details before you make it.
          </li>
          <li>
            A recorded exit score below 50 does not allow a choice yet. Your mentor can tell you what to do
            next.
          </li>
          <li>
            Weekly work opens week by week; the final project and the viva voce open four weeks after your
            start.
          </li>
        </ul>

        <h2>What you hand in</h2>
        <ul>
          <li>
            Hand in work of your own. Say where you used what others made: code, pictures, data, or a tool's
            answers.
          </li>
          <li>You may hand in again; every version is kept, with the time at which it arrived.</li>
          <li>What you made stays yours. The academy may read, mark and archive it for the course.</li>
          <li>
            Do not hand in what you may not share: other people's data, passwords, or files that do harm.
          </li>
        </ul>

        <h2>The forum</h2>
        <p>
          Ask freely and answer kindly. Do not post finished solutions of work that is still to be marked.
          Mentors may edit or hide what hurts others or does not belong there.
        </p>

        <h2>What the academy promises</h2>
        <ul>
          <li>
            A receipt means that your work has arrived: its number, its time and its file's fingerprint are on
            record.
          </li>
          <li>Marks are shown when your mentor has released them, with the words that belong to them.</li>
          <li>When the portal itself keeps you from handing in, the deadline does not count against you.</li>
        </ul>

        <h2>When terms are broken</h2>
        <p>
          The academy may close an account that harms others or copies their work. Before that it will talk to
          you, unless waiting would do more harm.
        </p>

        <p>
          How your data is treated stands under <Link to="/privacy">Privacy</Link>.
        </p>
      </Prose>
    </PageBody>
  );
}
