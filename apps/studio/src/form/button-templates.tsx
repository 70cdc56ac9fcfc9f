import type { IconButtonProps, TemplatesType } from '@rjsf/utils';
import type { ReactNode } from 'react';

/** The buttons of lists and optional members, as words instead of an icon font. */
export const buttonTemplates: Partial<TemplatesType<unknown>['ButtonTemplates']> = {
  AddButton: named('Add'),
  RemoveButton: named('Remove'),
  MoveUpButton: named('Up'),
  MoveDownButton: named('Down'),
  CopyButton: named('Copy'),
  ClearButton: named('Clear'),
  SubmitButton: () => undefined,
};

function named(text: string): (props: IconButtonProps<unknown>) => ReactNode {
  return function FormButton({ onClick, disabled, id }: IconButtonProps<unknown>): ReactNode {
    return (
      <button type="button" className="small" onClick={onClick} disabled={disabled} id={id}>
        {text}
      </button>
    );
  };
}
