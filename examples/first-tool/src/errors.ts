import { errorCatalogue } from '@ku0/agent-runtime-tools-core';

/** The errors of the note tools, in addition to core's. */
export const noteErrors = errorCatalogue({
  NOTE_EXISTS: {
    kind: 'user_error',
    message: 'There is already a note with this title.',
    suggestion: 'Choose another title; save_note never overwrites a note.',
  },
  NOTE_NOT_SAVED: {
    kind: 'system_error',
    message: 'The note could not be written.',
    suggestion: 'Tell the person why; calling again will most likely fail again.',
  },
});
