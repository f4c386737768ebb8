/* Windows 10 has an icuuc.dll, Wine 8 has none: Qt finds these names, opens no converter with them and does without. */
void *ucnv_open(const char *name, int *status) { (void)name; if (status) *status = 2; return 0; }
void ucnv_close(void *converter) { (void)converter; }
void ucnv_reset(void *converter) { (void)converter; }
signed char ucnv_getMaxCharSize(const void *converter) { (void)converter; return 1; }
const char *ucnv_getName(const void *converter, int *status) { (void)converter; if (status) *status = 2; return ""; }
void ucnv_getToUCallBack(void) {}
void ucnv_setToUCallBack(void) {}
void ucnv_getFromUCallBack(void) {}
void ucnv_setFromUCallBack(void) {}
void ucnv_cbToUWriteUChars(void) {}
void ucnv_cbFromUWriteUChars(void) {}
void ucnv_cbFromUWriteBytes(void) {}
void ucnv_toUnicode(void) {}
void ucnv_fromUnicode(void) {}
int ucnv_toUCountPending(const void *converter, int *status) { (void)converter, (void)status; return 0; }
int ucnv_fromUCountPending(const void *converter, int *status) { (void)converter, (void)status; return 0; }
const char *ucnv_getStandardName(void) { return 0; }
const char *ucnv_getAvailableName(int number) { (void)number; return 0; }
int ucnv_countAvailable(void) { return 0; }
void UCNV_FROM_U_CALLBACK_SUBSTITUTE(void) {}
void UCNV_TO_U_CALLBACK_SUBSTITUTE(void) {}
