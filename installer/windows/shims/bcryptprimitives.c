/* Libraries written in Rust ask Windows 10's bcryptprimitives.dll for random bytes; Wine 8 has them in advapi32. */
#include <windows.h>

typedef BOOLEAN (WINAPI *random_bytes)(void *, ULONG);

int ProcessPrng(unsigned char *data, size_t size)
{
    HMODULE library = LoadLibraryW(L"advapi32.dll");
    random_bytes fill = library ? (random_bytes)(void *)GetProcAddress(library, "SystemFunction036") : 0;
    return fill ? fill(data, (ULONG)size) : 0;
}
