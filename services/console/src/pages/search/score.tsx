import type { ScoreExplanation } from '@docfleet/sdk';
import { shorten } from '../../parts/format.ts';

/** Maximum number of words that are shown; the others have little weight. */
const maxTerms = 8;
const maxTermLength = 40;

interface ScoreProps {
  readonly score: number;
  readonly explanation: ScoreExplanation | undefined;
}

/** Parts of a score: similarity of meaning, and matches of words. */
function Parts({ explanation: { semantic, keyword, terms } }: { readonly explanation: ScoreExplanation }) {
  return (
    <ul className="score-parts" aria-label="Parts of the score">
      <li>
        <span className="score-dot score-semantic" aria-hidden="true" /> {semantic.toFixed(3)} meaning
      </li>
      <li>
        <span className="score-dot score-keyword" aria-hidden="true" /> {keyword.toFixed(3)} words
      </li>
      {terms.slice(0, maxTerms).map(({ term, word, weight }) => (
        <li key={term} className="score-term">
          {shorten(word, maxTermLength)} <span className="soft">{weight.toFixed(3)}</span>
        </li>
      ))}
    </ul>
  );
}

const widthOf = (part: number) => `${100 * Math.min(1, Math.max(0, part))}%`;

/** Score as a number and a bar of its parts. */
export const Score = ({ score, explanation }: ScoreProps) => (
  <>
    <div className="score">
      <strong>{score.toFixed(3)}</strong>
      <div className="score-bar" aria-hidden="true">
        <span className="score-semantic" style={{ width: widthOf(explanation?.semantic ?? score) }} />
        {explanation && explanation.keyword > 0 && (
          <span className="score-keyword" style={{ width: widthOf(explanation.keyword) }} />
        )}
      </div>
    </div>
    {explanation && explanation.keyword > 0 && <Parts explanation={explanation} />}
  </>
);
