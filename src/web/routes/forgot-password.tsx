import { Link } from 'react-router';
import { pageTitle } from '#contract/screens';
import { PageBody } from '../ui/frame.tsx';
import { Prose } from '../ui/prose.tsx';

export const meta = () => [
  { title: pageTitle('Forgot your password?') },
  { name: 'description', content: 'Whom to ask for a link with which you choose a new password.' },
];

export default function ForgotPassword() {
  return (
    <PageBody width="reading">
      <Prose>
        <h1>Forgot your password?</h1>
        <p>
          Ask your batch's mentor or the academy's office. They will give you a link with which you choose a
          new password. It works once, and only for your account.
        </p>
        <h2>What to bring</h2>
        <ul>
          <li>the e-mail address with which you signed up,</li>
          <li>the name of your batch,</li>
          <li>something that shows who you are, such as your admission letter.</li>
        </ul>
        <p>
          Nobody at the academy can see your password, and nobody will ever ask you for it. Nothing that you
          handed in is lost: it waits behind the new password as it was.
        </p>
        <p>
          <Link to="/login">Back to the login</Link>
        </p>
      </Prose>
    </PageBody>
  );
}
