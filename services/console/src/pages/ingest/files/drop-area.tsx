import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { type FoundFile, filesOfDrop, filesOfInput } from './found-file.ts';
import '../ingest.css';

export type FoundFiles = AsyncIterable<FoundFile> | Iterable<FoundFile>;

interface DropAreaProps {
  readonly onFiles: (files: FoundFiles) => void;
  /** Whether only one file is accepted. */
  readonly isSingle?: boolean;
}

interface PickerProps extends DropAreaProps {
  readonly label: string;
  readonly isFolder?: boolean;
}

/** Button that opens the browser's file dialog. */
function Picker({ label, isFolder = false, isSingle = false, onFiles }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={isFolder ? 'plain' : 'primary'} onPress={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isSingle}
        aria-label={label}
        {...(isFolder && { webkitdirectory: '' })}
        onChange={({ currentTarget }) => {
          onFiles(filesOfInput(currentTarget.files));
          // The same files may be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Area onto which files and folders are dropped, with buttons that select them. */
export function DropArea({ onFiles, isSingle = false }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  function drag(event: DragEvent, over: boolean) {
    event.preventDefault();
    setOver(over);
  }
  return (
    <section
      className={`drop-area ${isOver ? 'drop-area-over' : ''}`}
      aria-label="Files to ingest"
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        onFiles(filesOfDrop(event.dataTransfer));
      }}
    >
      <Icon name="ingest" size={28} />
      <h2>{isSingle ? 'Drop the file here' : 'Drop files and folders here'}</h2>
      <p className="soft">
        PDF, Word, PowerPoint, Excel, OpenDocument, HTML, Markdown, text, CSV, JSON, XML, mails, EPUB,
        pictures
      </p>
      <div className="row">
        <Picker label={isSingle ? 'Select a file' : 'Select files'} isSingle={isSingle} onFiles={onFiles} />
        {!isSingle && <Picker label="Select a folder" isFolder onFiles={onFiles} />}
      </div>
    </section>
  );
}
