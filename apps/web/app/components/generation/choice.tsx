import { Input, SegmentedControl, Text } from "@mantine/core";
import { useId } from "react";

interface SegmentedChoiceProps<Value extends string> {
  label: string;
  /** The first of a form needs no label to be seen. */
  isLabelHidden?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** What the chosen one means. */
  text?: string;
}

/** One of a few, all of them in sight. */
export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { label, isLabelHidden = false, options, value, onChange, text } = props;
  const textId = useId();
  return (
    <div>
      {isLabelHidden ? null : (
        <Input.Label component="span" mb={4}>
          {label}
        </Input.Label>
      )}
      <SegmentedControl
        fullWidth
        aria-label={label}
        {...(text ? { "aria-describedby": textId } : {})}
        data={options.map((option) => ({ ...option }))}
        value={value}
        onChange={(chosen) => {
          const option = options.find((candidate) => candidate.value === chosen);
          if (option) onChange(option.value);
        }}
      />
      {text ? (
        <Text size="xs" c="dimmed" mt={6} id={textId}>
          {text}
        </Text>
      ) : null}
    </div>
  );
}
