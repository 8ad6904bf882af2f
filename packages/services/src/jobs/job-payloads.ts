/** Every background job with what it is told. Payloads name rows; the job reads the rest when it runs. */
export interface JobPayloads {
  "send-purchase-confirmation": { paymentId: string };
}
