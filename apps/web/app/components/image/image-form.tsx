import { IMAGE_COST_CREDITS } from "@app/core/credits/costs";
import { IMAGE_SIZES } from "@app/core/image/generate-image-input";
import { Button, NativeSelect, Stack, Switch, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ReferenceField } from "../generation/reference-field";
import { useReference } from "../generation/use-reference";

export interface ImageRequest {
  prompt: string;
  imageUrl: string;
  size: (typeof IMAGE_SIZES)[number];
  watermark: boolean;
}

const SIZE_LABELS: Record<ImageRequest["size"], string> = {
  adaptive: "Like the reference",
  "1K": "1K",
  "2K": "2K",
  "4K": "4K",
};
const SIZES = IMAGE_SIZES.map((size) => ({ value: size, label: SIZE_LABELS[size] }));
const PROMPT_ROWS = 4;

interface ImageFormProps {
  onRequest: (request: ImageRequest) => void;
  isGenerating: boolean;
}

/** What the picture should become. */
export function ImageForm({ onRequest, isGenerating }: ImageFormProps) {
  const reference = useReference();
  const imageUrl = reference.url.trim();
  const form = useForm<ImageRequest>({
    initialValues: { prompt: "", imageUrl: "", size: "adaptive", watermark: true },
    validate: {
      prompt: (prompt) => (prompt.trim() === "" ? "Say what the picture should become" : null),
      // The reference keeps its own state, since it may have to be uploaded first.
      imageUrl: () => (imageUrl === "" ? "Choose a picture or give its address" : null),
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => onRequest({ ...values, imageUrl }))}>
      <Stack gap="md">
        <ReferenceField
          reference={reference}
          description="The picture to start from."
          error={imageUrl === "" ? form.errors["imageUrl"] : null}
        />
        <Textarea
          label="Prompt"
          placeholder="Turn the street into a canal in winter"
          rows={PROMPT_ROWS}
          {...form.getInputProps("prompt")}
        />
        <NativeSelect label="Size" data={SIZES} {...form.getInputProps("size")} />
        <Switch label="Watermark" {...form.getInputProps("watermark", { type: "checkbox" })} />
        <Button type="submit" loading={isGenerating} disabled={reference.isUploading}>
          Generate · {IMAGE_COST_CREDITS} credits
        </Button>
      </Stack>
    </form>
  );
}
