import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { loadPage } from '../../api/load-page.ts';

interface PdfState {
  readonly data: PDFDocumentProxy | undefined;
  readonly error: Error | null;
}

const loading: PdfState = { data: undefined, error: null };

/** Opens the original file of a document with PDF.js while the component is mounted. Returns it in the form of a query. */
export function usePdf(documentId: string, revision: string) {
  const [state, setState] = useState(loading);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision or attempt opens the file again
  useEffect(() => {
    let close: (() => void) | undefined;
    let isCurrent = true;
    const open = async () => {
      // A megabyte: loaded when a PDF is opened.
      const { openPdf } = await loadPage(() => import('./open-pdf.ts'));
      if (!isCurrent) return;
      const task = openPdf(documentId);
      close = () => void task.destroy();
      const data = await task.promise;
      if (isCurrent) setState({ data, error: null });
    };
    setState(loading);
    open().catch((error: Error) => isCurrent && setState({ data: undefined, error }));
    return () => {
      isCurrent = false;
      close?.();
    };
  }, [documentId, revision, attempt]);
  return { ...state, refetch: () => setAttempt((before) => before + 1) };
}
