import type { GitHistory } from './git-history.ts';
import type { IssueFacts, ReleaseFacts, RepositoryFacts } from './github-answers.ts';

/** A repository of the fake, with its commits and all that users wrote beside them. */
export interface GithubRepository extends RepositoryFacts {
  readonly git: GitHistory;
  readonly issues: Map<number, IssueFacts>;
  readonly deletedIssues: Set<number>;
  readonly releases: Map<number, ReleaseFacts>;
  /** Names under which it was known before. */
  readonly earlier: string[];
  isHidden: boolean;
}
