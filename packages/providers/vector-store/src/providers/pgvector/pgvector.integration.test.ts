import { describeVectorStore } from '../../../test/conformance.ts';
import { describePgvector, usePgvector } from '../../../test/pgvector.fixture.ts';

describePgvector('with a real server', () => {
  const { open } = usePgvector();
  describeVectorStore('PGVECTOR', { open, scoreDigits: 3 });
});
