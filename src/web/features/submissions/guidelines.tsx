import styles from './guidelines.module.css';

/** The six steps of the viva (specification, section 9) with a description each. */
const steps = [
  ['Introduction', 'Introduce yourself and your project in two minutes. Do not read from notes.'],
  ['Methodology', 'Show how you worked: which tools you chose, which you did not, and why.'],
  ['Findings', 'Show what works. A running screen and one honest number say more than ten slides.'],
  ['Challenges', 'Say what went wrong, what you tried, and what you would do differently.'],
  ['Q&A', 'Listen to the whole question, then answer it. “I do not know” is an answer.'],
  ['Conclusion', 'Say what you learned and what the next step of the project would be.'],
] as const;

export function Guidelines() {
  return (
    <section className={styles['guidelines']}>
      <h2>Viva Voce Format</h2>
      <ol className={styles['steps']}>
        {steps.map(([name, description]) => (
          <li key={name} className={styles['step']}>
            <h3>{name}</h3>
            <p>{description}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
