import { Input, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./choice-chips.module.css";

interface ChoiceChipsProps<Value extends string> {
  label: string;
  /** The label is for screen readers alone, where the chips speak for themselves. */
  isLabelHidden?: boolean;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Radio buttons that look like chips and wrap, for more options than a segmented control has room for. */
export function ChoiceChips<Value extends string>(props: ChoiceChipsProps<Value>) {
  const { label, isLabelHidden = false, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className={classes["group"]}>
      {isLabelHidden ? (
        <VisuallyHidden component="legend">{label}</VisuallyHidden>
      ) : (
        <Input.Label component="legend" mb={4}>
          {label}
        </Input.Label>
      )}
      <div className={classes["options"]}>
        {options.map((option) => (
          <label key={option.value} className={classes["chip"]}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className={classes["input"]}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
