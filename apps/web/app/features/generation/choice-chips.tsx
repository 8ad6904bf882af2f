import { Input } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./choice-chips.module.css";

interface ChoiceChipsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Radio buttons that look like chips and wrap, for more options than a segmented control has room for. */
export function ChoiceChips<Value extends string>({ label, options, value, onChange }: ChoiceChipsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={classes["group"]}>
      <Input.Label component="legend" mb={4}>
        {label}
      </Input.Label>
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
